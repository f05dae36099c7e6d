#pragma once

#include "ops/reference.h"
#include "ops/transpose/transpose.h"

namespace slipway::ops {

template <class T>
void Reference(const Transpose&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const std::vector<int64_t>& perm = a.Ints(1);
  int64_t strides[kMaxRank] = {};  // of x along the axes of y
  for (int i = 0; i < x.shape.rank(); ++i) {
    int64_t axis = perm[static_cast<size_t>(i)] + (perm[static_cast<size_t>(i)] < 0 ? x.shape.rank() : 0);
    strides[i] = x.shape.Elements(static_cast<int>(axis) + 1, x.shape.rank());
  }
  ForEachOffset(y.shape, strides, [&](int64_t to, int64_t from) { y[to] = x[from]; });
}

}  // namespace slipway::ops
