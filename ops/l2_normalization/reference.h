#pragma once

#include "ops/l2_normalization/l2_normalization.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const L2Normalization&, RefArgs<T>& a) {
  using std::sqrt;
  RefView<T> x = a.In(0), y = a.Out(0);
  int64_t depth = x.dim(-1);
  for (int64_t row = 0; row < x.size(); row += depth) {
    T sum = T(0);
    for (int64_t i = 0; i < depth; ++i) sum += x[row + i] * x[row + i];
    T norm = sqrt(sum), least = T(1e-6);
    if (norm < least) norm = least;
    for (int64_t i = 0; i < depth; ++i) y[row + i] = x[row + i] / norm;
  }
}

}  // namespace slipway::ops
