#pragma once
// Functions on fixed-point numbers as TFLite's reference kernels of SOFTMAX, LOG_SOFTMAX, L2_NORMALIZATION, DIV and
// RSQRT compute them, bit for bit. Qn is a 32-bit integer with n bits before the binary point: value = raw 2^(n - 31).
// Source: gemmlowp's fixed-point functions and TFLite's; checked with LiteRT 2.3.

#include <cstdint>

#include "base/fixed_point.h"

namespace slipway::interpreter {

// e^x for x <= 0 in Q5, as Q0.
int32_t ExpOfNegativeQ5(int32_t x);

// 1 / (1 + x) for x in [0, 1), all Q0.
int32_t OneOverOnePlusQ0(int32_t x);

// 1 / x for x > 0 with `bits` bits before the point: result (Q0) * 2^-*over.
int32_t ReciprocalOf(int32_t x, int bits, int* over);

// log(x) in Q5 for x >= 1 in Q12.
int32_t LogOfQ12(int32_t x);

// 1 / sqrt(x) for x > 0 as a multiplier; 0 counts as 1.
FixedMultiplier InverseSqrt(int32_t x);

}  // namespace slipway::interpreter
