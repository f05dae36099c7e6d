#pragma once
// dot_f32.h for vectors V: V::kWidth floats; V::Zero, V::Load, V::LoadPart of the first n (zero behind them),
// V::MulAdd(a, b, c) = a b + c, and V::Sum of all lanes.

#include "interpreter/gemm/dot_f32.h"

namespace slipway::interpreter::gemm {

namespace {

template <class V, int Outputs>
inline __attribute__((always_inline)) void DotBlock(const DotsF32& d, int64_t first) {
  const int64_t depth = d.depth;
  const float* w = d.w + first * depth;
  typename V::Type sum[Outputs];
#pragma GCC unroll 8
  for (int o = 0; o < Outputs; ++o) sum[o] = V::Zero();
  int64_t i = 0;
  for (; i + V::kWidth <= depth; i += V::kWidth) {
    const typename V::Type x = V::Load(d.x + i);
#pragma GCC unroll 8
    for (int o = 0; o < Outputs; ++o) sum[o] = V::MulAdd(x, V::Load(w + o * depth + i), sum[o]);
  }
  if (i < depth) {
    const typename V::Type x = V::LoadPart(d.x + i, depth - i);
#pragma GCC unroll 8
    for (int o = 0; o < Outputs; ++o) sum[o] = V::MulAdd(x, V::LoadPart(w + o * depth + i, depth - i), sum[o]);
  }
#pragma GCC unroll 8
  for (int o = 0; o < Outputs; ++o) {
    float y = V::Sum(sum[o]) + (d.bias ? d.bias[first + o] : 0);
    y = y < d.lo ? d.lo : y;
    d.y[first + o] = y > d.hi ? d.hi : y;
  }
}

template <class V>
inline __attribute__((always_inline)) void AllDots(const DotsF32& d) {
  int64_t o = 0;
  for (; o + 8 <= d.outputs; o += 8) DotBlock<V, 8>(d, o);
  for (; o + 4 <= d.outputs; o += 4) DotBlock<V, 4>(d, o);
  for (; o < d.outputs; ++o) DotBlock<V, 1>(d, o);
}

}  // namespace

}  // namespace slipway::interpreter::gemm
