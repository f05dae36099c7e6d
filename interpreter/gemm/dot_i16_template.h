#pragma once
// The body of DotsI16*: loops that compilers turn into multiply-add of pairs for the instruction set of the including
// source.

#include "interpreter/gemm/dot_i16.h"

namespace slipway::interpreter::gemm {
namespace {

// Products are below 2^23, so this many fit 32 bits.
constexpr int64_t kDotBlock = 256;

template <int Outputs>
inline void DotBlock(const int16_t* __restrict a, const int16_t* __restrict w, int64_t k, int64_t* sums) {
  for (int o = 0; o < Outputs; ++o) sums[o] = 0;
  for (int64_t i0 = 0; i0 < k; i0 += kDotBlock) {
    int64_t n = k - i0 < kDotBlock ? k - i0 : kDotBlock;
    for (int o = 0; o < Outputs; ++o) {
      const int16_t* __restrict row = w + o * k + i0;
      const int16_t* __restrict from = a + i0;
      int32_t sum = 0;
      for (int64_t i = 0; i < n; ++i) sum += static_cast<int32_t>(from[i]) * static_cast<int32_t>(row[i]);
      sums[o] += sum;
    }
  }
}

inline void DotsLoop(const int16_t* a, const int16_t* w, int64_t k, int64_t outputs, int64_t* sums) {
  int64_t o = 0;
  for (; o + 4 <= outputs; o += 4) DotBlock<4>(a, w + o * k, k, sums + o);
  for (; o < outputs; ++o) DotBlock<1>(a, w + o * k, k, sums + o);
}

}  // namespace
}  // namespace slipway::interpreter::gemm
