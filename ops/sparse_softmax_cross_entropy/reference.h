#pragma once

#include "ops/reference.h"
#include "ops/sparse_softmax_cross_entropy/sparse_softmax_cross_entropy.h"

namespace slipway::ops {

template <class T>
void Reference(const SparseSoftmaxCrossEntropy&, RefArgs<T>& a) {
  using std::exp, std::log;
  RefView<T> x = a.In(0), loss = a.Out(0), backprop = a.Out(1);
  const std::vector<int64_t>& labels = a.Ints(1);
  int64_t c = x.dim(1);
  for (int64_t n = 0; n < x.dim(0); ++n) {
    int64_t row = n * c, label = labels[static_cast<size_t>(n)];
    if (label < 0 || label >= c) return a.Fail(StrCat("label ", label, " is outside of [0, ", c, ")"));
    T largest = x[row], sum = T(0);
    for (int64_t i = 1; i < c; ++i) largest = largest < x[row + i] ? x[row + i] : largest;
    for (int64_t i = 0; i < c; ++i) sum += exp(x[row + i] - largest);
    for (int64_t i = 0; i < c; ++i) backprop[row + i] = exp(x[row + i] - largest) / sum - T(i == label);
    loss[n] = log(sum) - (x[row + label] - largest);
  }
}

}  // namespace slipway::ops
