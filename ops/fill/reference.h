#pragma once

#include "ops/fill/fill.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Fill&, RefArgs<T>& a) {
  RefView<T> value = a.In(1), y = a.Out(0);
  for (int64_t i = 0; i < y.size(); ++i) y[i] = value[0];
}

}  // namespace slipway::ops
