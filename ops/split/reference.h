#pragma once

#include "ops/reference.h"
#include "ops/split/split.h"

namespace slipway::ops {

template <class T>
void Reference(const Split& op, RefArgs<T>& a) {
  RefView<T> x = a.In(1);
  int64_t axis = a.Ints(0)[0];
  size_t at = static_cast<size_t>(axis < 0 ? axis + x.shape.rank() : axis);
  for (int i = 0; i < op.num; ++i) {
    RefView<T> y = a.Out(i);
    ForEachIndex(y.shape, [&](std::vector<int64_t> index) {
      int64_t to = y.At(index);
      index[at] += i * y.dim(static_cast<int>(at));
      y[to] = x[x.At(index)];
    });
  }
}

}  // namespace slipway::ops
