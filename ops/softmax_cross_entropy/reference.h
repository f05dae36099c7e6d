#pragma once

#include "ops/reference.h"
#include "ops/softmax_cross_entropy/softmax_cross_entropy.h"

namespace slipway::ops {

template <class T>
void Reference(const SoftmaxCrossEntropy&, RefArgs<T>& a) {
  using std::exp, std::log;
  RefView<T> x = a.In(0), labels = a.In(1), loss = a.Out(0), backprop = a.Out(1);
  int64_t c = x.dim(1);
  for (int64_t n = 0; n < x.dim(0); ++n) {
    int64_t row = n * c;
    T sum = T(0);
    loss[n] = T(0);
    if (c == 0) continue;
    T largest = x[row];
    for (int64_t i = 1; i < c; ++i) largest = largest < x[row + i] ? x[row + i] : largest;
    for (int64_t i = 0; i < c; ++i) sum += exp(x[row + i] - largest);
    for (int64_t i = 0; i < c; ++i) {
      loss[n] += labels[row + i] * (log(sum) - (x[row + i] - largest));
      backprop[row + i] = exp(x[row + i] - largest) / sum - labels[row + i];
    }
  }
}

}  // namespace slipway::ops
