#pragma once

#include <cmath>

#include "ops/hadamard_rotation/hadamard_rotation.h"
#include "ops/reference.h"

namespace slipway::ops {

// Element [i, j] of the matrix is -1 for an odd number of bits that i and j share, else 1.
template <class T>
void Reference(const HadamardRotation& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const int64_t row = x.dim(-1), n = op.hadamard_size, whole = row - row % n;
  const double factor = 1 / std::sqrt(static_cast<double>(n));
  for (int64_t i = 0; i < x.size(); ++i) {
    if (i % row >= whole) {
      y[i] = x[i];
      continue;
    }
    const int64_t at = i % row % n, start = i - at;
    T sum(0);
    for (int64_t j = 0; j < n; ++j) {
      bool odd = __builtin_parityll(static_cast<uint64_t>(at & j));
      sum = odd ? sum - x[start + j] : sum + x[start + j];
    }
    y[i] = sum * T(factor);
  }
}

}  // namespace slipway::ops
