#pragma once

#include "ops/reference.h"
#include "ops/unpack/unpack.h"

namespace slipway::ops {

template <class T>
void Reference(const Unpack& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0);
  int axis = op.axis < 0 ? op.axis + x.shape.rank() : op.axis;
  for (int i = 0; i < op.num; ++i) {
    RefView<T> y = a.Out(i);
    ForEachIndex(y.shape, [&](std::vector<int64_t> index) {
      int64_t to = y.At(index);
      index.insert(index.begin() + axis, i);
      y[to] = x[x.At(index)];
    });
  }
}

}  // namespace slipway::ops
