#pragma once
// The product of one row with weights where they lie, a row of them per output, nothing packed:
//
//   y[o] = clamp(bias[o] + sum over i < depth of x[i] w[o depth + i])
//
// Sums of vectors of the instruction set, added up in a fixed order: an output does not depend on its neighbours.
// No function bodies here: sources built for several instruction sets include this.

#include <cstdint>

namespace slipway::interpreter::gemm {

struct DotsF32 {
  const float* x;
  const float* w;
  int64_t depth, outputs;
  const float* bias;  // or nullptr
  float lo, hi;       // NaN passes through
  float* y;
};

using RunDotsF32 = void (*)(const DotsF32&);

void DotsF32Portable(const DotsF32&);
#if defined(__x86_64__)
void DotsF32Avx2(const DotsF32&);
void DotsF32Avx512(const DotsF32&);
#elif defined(__aarch64__)
void DotsF32Neon(const DotsF32&);
#endif
// Of this CPU.
RunDotsF32 BestDotsF32();

}  // namespace slipway::interpreter::gemm
