#pragma once

#include "ops/reference.h"
#include "ops/split_v/split_v.h"

namespace slipway::ops {

template <class T>
void Reference(const SplitV& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0);
  int64_t axis = a.Ints(2)[0], start = 0;
  size_t at = static_cast<size_t>(axis < 0 ? axis + x.shape.rank() : axis);
  for (int i = 0; i < op.num; ++i) {
    RefView<T> y = a.Out(i);
    ForEachIndex(y.shape, [&](std::vector<int64_t> index) {
      int64_t to = y.At(index);
      index[at] += start;
      y[to] = x[x.At(index)];
    });
    start += y.dim(static_cast<int>(at));
  }
}

}  // namespace slipway::ops
