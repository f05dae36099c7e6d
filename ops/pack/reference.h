#pragma once

#include "ops/pack/pack.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Pack& op, RefArgs<T>& a) {
  RefView<T> y = a.Out(0);
  int axis = op.axis < 0 ? op.axis + y.shape.rank() : op.axis;
  for (int i = 0; i < a.num_inputs(); ++i) {
    RefView<T> x = a.In(i);
    ForEachIndex(x.shape, [&](std::vector<int64_t> index) {
      int64_t from = x.At(index);
      index.insert(index.begin() + axis, i);
      y[y.At(index)] = x[from];
    });
  }
}

}  // namespace slipway::ops
