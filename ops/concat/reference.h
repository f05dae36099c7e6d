#pragma once

#include "ops/concat/concat.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Concat& op, RefArgs<T>& a) {
  size_t axis = static_cast<size_t>(op.axis < 0 ? op.axis + a.out_shape(0).rank() : op.axis);
  RefView<T> y = a.Out(0);
  int64_t start = 0;
  for (int i = 0; i < a.num_inputs(); ++i) {
    RefView<T> x = a.In(i);
    ForEachIndex(x.shape, [&](std::vector<int64_t> index) {
      int64_t from = x.At(index);
      index[axis] += start;
      y[y.At(index)] = x[from];
    });
    start += x.dim(static_cast<int>(axis));
  }
  if constexpr (kIsReal<T>) {
    float lo, hi;
    ActivationRange(op.activation, &lo, &hi);
    for (T& v : y.v) v = v < T(lo) ? T(lo) : v > T(hi) ? T(hi) : v;
  }
}

}  // namespace slipway::ops
