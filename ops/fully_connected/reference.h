#pragma once

#include "ops/convolution.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const FullyConnected& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), weights = a.In(1), y = a.Out(0);
  int64_t out = weights.dim(0), depth = weights.dim(1);
  for (int64_t k = 0; k < y.size(); ++k) {
    int64_t row = k / out, o = k % out;
    T sum = T(0);
    for (int64_t i = 0; i < depth; ++i) sum += x[row * depth + i] * weights[o * depth + i];
    if (a.Has(2)) sum += a.In(2)[o];
    y[k] = Activate(op.activation, sum);
  }
}

}  // namespace slipway::ops
