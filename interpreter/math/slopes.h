#pragma once
// Rows of f32 whose negative elements are scaled: LeakyRelu and Prelu. Compiled once per instruction set.

#include <cstdint>

#include "base/cpu.h"

namespace slipway::interpreter {

// y[i] = x[i] > 0 ? x[i] : slope x[i], slope: slopes[i * step], step 0 or 1. y may be x. NaN stays NaN.
struct SlopeRow {
  const float* x;
  const float* slopes;
  int64_t step, n;
  float* y;
};
using RunSlopeRow = void (*)(const SlopeRow&);

RunSlopeRow SlopeRowOf(Isa);

void SlopeRowPortable(const SlopeRow&);
#if defined(__x86_64__)
void SlopeRowAvx2(const SlopeRow&);
void SlopeRowAvx512(const SlopeRow&);
#endif

}  // namespace slipway::interpreter
