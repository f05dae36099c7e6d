#pragma once

#include <cmath>

#include "ops/local_response_normalization/local_response_normalization.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const LocalResponseNormalization& op, RefArgs<T>& a) {
  using std::pow;
  RefView<T> x = a.In(0), y = a.Out(0);
  int64_t depth = x.dim(-1);
  for (int64_t i = 0; i < x.size(); ++i) {
    int64_t c = i % depth, first = i - c;
    T energy = T(0);
    for (int64_t k = 0; k < depth; ++k)
      if (std::abs(k - c) <= op.radius) energy += x[first + k] * x[first + k];
    y[i] = x[i] / pow(T(op.bias) + T(op.alpha) * energy, T(op.beta));
  }
}

}  // namespace slipway::ops
