#pragma once

#include "ops/reference.h"
#include "ops/squeeze/squeeze.h"

namespace slipway::ops {

template <class T>
void Reference(const Squeeze&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  for (int64_t i = 0; i < x.size(); ++i) y[i] = x[i];
}

}  // namespace slipway::ops
