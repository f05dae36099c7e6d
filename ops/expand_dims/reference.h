#pragma once

#include "ops/expand_dims/expand_dims.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const ExpandDims&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  for (int64_t i = 0; i < x.size(); ++i) y[i] = x[i];
}

}  // namespace slipway::ops
