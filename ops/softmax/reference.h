#pragma once

#include "ops/reference.h"
#include "ops/softmax/softmax.h"

namespace slipway::ops {

template <class T>
void Reference(const Softmax& op, RefArgs<T>& a) {
  using std::exp;
  RefView<T> x = a.In(0), y = a.Out(0);
  int64_t depth = x.dim(-1);
  for (int64_t row = 0; row < x.size(); row += depth) {
    T largest = x[row];
    for (int64_t i = 1; i < depth; ++i) largest = largest < x[row + i] ? x[row + i] : largest;
    T sum = T(0);
    for (int64_t i = 0; i < depth; ++i) sum += y[row + i] = exp((x[row + i] - largest) * T(op.beta));
    for (int64_t i = 0; i < depth; ++i) y[row + i] = y[row + i] / sum;
  }
}

}  // namespace slipway::ops
