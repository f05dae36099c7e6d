#pragma once
#include <cmath>

#include "ops/batch_norm_train/batch_norm_train.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const BatchNormTrain& op, RefArgs<T>& a) {
  using std::sqrt;
  RefView<T> x = a.In(0), gamma = a.In(1), beta = a.In(2), y = a.Out(0), mean = a.Out(1), variance = a.Out(2);
  int64_t channels = x.dim(-1);
  for (int64_t c = 0; c < channels; ++c) {
    T rows = T(static_cast<double>(x.size() / channels)), sum = T(0), squares = T(0);
    for (int64_t i = c; i < x.size(); i += channels) sum += x[i];
    mean[c] = sum / rows;
    for (int64_t i = c; i < x.size(); i += channels) squares += (x[i] - mean[c]) * (x[i] - mean[c]);
    variance[c] = squares / rows;
    for (int64_t i = c; i < x.size(); i += channels)
      y[i] = gamma[c] * (x[i] - mean[c]) / sqrt(variance[c] + T(op.epsilon)) + beta[c];
  }
}

}  // namespace slipway::ops
