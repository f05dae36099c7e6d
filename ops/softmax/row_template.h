#pragma once
// The rows for vectors of W floats. Internal linkage: included by kernel files of several instruction sets.

#include <limits>

#include "interpreter/math/float_vector.h"
#include "ops/softmax/rows.h"

namespace slipway::ops {
namespace {

template <int W>
float LargestOf(const float* x, int64_t n) {
  using V = interpreter::FloatVector<W>;
  constexpr float lowest = -std::numeric_limits<float>::infinity();
  V largest(lowest);
  int64_t i = 0;
  for (; i + W <= n; i += W) {
    V v = V::Load(x + i);
    largest = V::Larger(v, largest);
  }
  if (i < n) {
    V v = V::LoadPart(x + i, n - i, lowest);
    largest = V::Larger(v, largest);
  }
  return largest.Fold(V::Larger);
}

// Sum of exp((x - largest) beta); with kStore the terms go to y.
template <int W, bool kStore>
float SumOfExp(const float* x, float* y, int64_t n, float largest, float beta) {
  using V = interpreter::FloatVector<W>;
  V top(largest), factor(beta), sum(0);
  int64_t i = 0;
  for (; i + W <= n; i += W) {
    V e = exp((V::Load(x + i) - top) * factor);
    if constexpr (kStore) e.Store(y + i);
    sum = sum + e;
  }
  float total = 0;
  if (i < n) {
    V e = exp((V::LoadPart(x + i, n - i, largest) - top) * factor);
    if constexpr (kStore) e.StorePart(y + i, n - i);
    for (int64_t k = 0; k < n - i; ++k) total += e.v[k];
  }
  return total + sum.Fold([](V a, V b) { return a + b; });
}

template <int W>
void SoftmaxRow(const float* x, float* y, int64_t n, float beta) {
  float largest = LargestOf<W>(x, n);
  float sum = SumOfExp<W, true>(x, y, n, largest, beta);
  float scale = 1 / sum;
  for (int64_t i = 0; i < n; ++i) y[i] *= scale;
}

template <int W>
void LogSoftmaxRow(const float* x, float* y, int64_t n) {
  float largest = LargestOf<W>(x, n);
  float log_sum = std::log(SumOfExp<W, false>(x, nullptr, n, largest, 1));
  for (int64_t i = 0; i < n; ++i) y[i] = (x[i] - largest) - log_sum;
}

template <int W>
SoftmaxRows RowsFor() {
  return {SoftmaxRow<W>, LogSoftmaxRow<W>};
}

}  // namespace
}  // namespace slipway::ops
