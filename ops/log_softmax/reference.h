#pragma once

#include "ops/log_softmax/log_softmax.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const LogSoftmax&, RefArgs<T>& a) {
  using std::exp, std::log;
  RefView<T> x = a.In(0), y = a.Out(0);
  int64_t depth = x.dim(-1);
  for (int64_t row = 0; row < x.size(); row += depth) {
    T largest = x[row], sum = T(0);
    for (int64_t i = 1; i < depth; ++i) largest = largest < x[row + i] ? x[row + i] : largest;
    for (int64_t i = 0; i < depth; ++i) sum += exp(x[row + i] - largest);
    for (int64_t i = 0; i < depth; ++i) y[row + i] = x[row + i] - largest - log(sum);
  }
}

}  // namespace slipway::ops
