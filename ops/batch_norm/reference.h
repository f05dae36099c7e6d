#pragma once
#include <cmath>

#include "ops/batch_norm/batch_norm.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const BatchNorm& op, RefArgs<T>& a) {
  using std::sqrt;
  RefView<T> x = a.In(0), gamma = a.In(1), beta = a.In(2), mean = a.In(3), variance = a.In(4), y = a.Out(0);
  int64_t channels = x.dim(-1);
  for (int64_t i = 0; i < x.size(); ++i) {
    int64_t c = i % channels;
    y[i] = gamma[c] * (x[i] - mean[c]) / sqrt(variance[c] + T(op.epsilon)) + beta[c];
  }
}

}  // namespace slipway::ops
