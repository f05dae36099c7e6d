#pragma once
// Products of a 16-bit vector with rows of 16-bit weights that hold 8-bit values, one object per instruction set.
// No function bodies here.

#include <cstdint>

namespace slipway::interpreter::gemm {

// sums[o] = sum over i < k of a[i] w[o * k + i], exact in 64 bits, for o < outputs. |w| <= 128.
using DotsI16 = void (*)(const int16_t* a, const int16_t* w, int64_t k, int64_t outputs, int64_t* sums);

void DotsI16Portable(const int16_t* a, const int16_t* w, int64_t k, int64_t outputs, int64_t* sums);
#if defined(__x86_64__)
void DotsI16Avx2(const int16_t* a, const int16_t* w, int64_t k, int64_t outputs, int64_t* sums);
void DotsI16Avx512(const int16_t* a, const int16_t* w, int64_t k, int64_t outputs, int64_t* sums);
#endif
// The same for any w.
void DotsI16Wide(const int16_t* a, const int16_t* w, int64_t k, int64_t outputs, int64_t* sums);
// Of this CPU.
DotsI16 BestDotsI16();

}  // namespace slipway::interpreter::gemm
