#pragma once
// Rows: y[i] = f(a[i * a_step], b[i * b_step]) over f32 arrays, steps 0 or 1, compiled once per instruction set. y may
// be a or b.

#include <cstdint>

#include "base/cpu.h"
#include "ops/binary/binary.h"

namespace slipway::ops {

using BinaryRow = void (*)(const float* a, const float* b, float* y, int64_t n, int64_t a_step, int64_t b_step);

// The row of a kind for an instruction set; nullptr for kinds that take no floats.
BinaryRow BinaryRowOf(BinaryKind, Isa);

#if defined(__x86_64__)
BinaryRow BinaryRowAvx2(BinaryKind);
BinaryRow BinaryRowAvx512(BinaryKind);
#endif

}  // namespace slipway::ops
