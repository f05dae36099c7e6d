#pragma once
#include <cmath>

#include "ops/batch_norm_train_backward/batch_norm_train_backward.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const BatchNormTrainBackward& op, RefArgs<T>& a) {
  using std::sqrt;
  RefView<T> dy = a.In(0), x = a.In(1), gamma = a.In(2), mean = a.In(3), variance = a.In(4);
  RefView<T> dx = a.Out(0), dgamma = a.Out(1), dbeta = a.Out(2);
  int64_t channels = x.dim(-1);
  for (int64_t c = 0; c < channels; ++c) {
    T rows = T(static_cast<double>(x.size() / channels)), r = T(1) / sqrt(variance[c] + T(op.epsilon));
    dgamma[c] = dbeta[c] = T(0);
    for (int64_t i = c; i < x.size(); i += channels) {
      dbeta[c] += dy[i];
      dgamma[c] += dy[i] * (x[i] - mean[c]) * r;
    }
    for (int64_t i = c; i < x.size(); i += channels)
      dx[i] = gamma[c] * r * (dy[i] - dbeta[c] / rows - (x[i] - mean[c]) * r * dgamma[c] / rows);
  }
}

}  // namespace slipway::ops
