#pragma once
// The body of RequantizeRows*: a plain loop that compilers vectorise for the instruction set of the including source.

#include "interpreter/gemm/requantize.h"

namespace slipway::interpreter::gemm {
namespace {

inline void RequantizeLoop(const RequantizeRowsArgs& a, uint8_t* y) {
  // Adding 1.5 * 2^23 leaves the rounded integer in the low bits of the float.
  const float magic = 12582912.0f;
  const int32_t magic_bits = 0x4B400000 - a.zero_point;
  const float lo = static_cast<float>(a.lo - a.zero_point), hi = static_cast<float>(a.hi - a.zero_point);
  for (int64_t r = 0; r < a.rows; ++r) {
    uint8_t* __restrict to = y + r * a.to_step;
    const int32_t* __restrict sums = a.sums + r * a.sums_step;
    const int32_t* __restrict start = a.start;
    const float* __restrict factor = a.factor;
    for (int64_t j = 0; j < a.n; ++j) {
      float v = static_cast<float>(static_cast<int32_t>(
                    static_cast<uint32_t>(sums[j]) + static_cast<uint32_t>(start[j]) + static_cast<uint32_t>(a.term))) *
                factor[j];
      v = v < lo ? lo : v;
      v = v > hi ? hi : v;
      to[j] = static_cast<uint8_t>(__builtin_bit_cast(int32_t, v + magic) - magic_bits);
    }
  }
}

}  // namespace
}  // namespace slipway::interpreter::gemm
