#pragma once
// Rows: y[i] = f(x[i]) over f32 arrays, compiled once per instruction set. y may be x.

#include <cstdint>

#include "base/cpu.h"
#include "ops/unary/unary.h"

namespace slipway::ops {

using UnaryRow = void (*)(const float* x, float* y, int64_t n);

// The row of a kind for the instruction set of this process; nullptr for kinds that take no floats.
UnaryRow UnaryRowOf(UnaryKind, Isa);

#if defined(__x86_64__)
UnaryRow UnaryRowAvx2(UnaryKind);
UnaryRow UnaryRowAvx512(UnaryKind);
#endif

}  // namespace slipway::ops
