#pragma once
// One row of softmax over 8-bit codes, n >= 1, bit for bit as TFLite's reference kernel; y may be x.

#include <array>
#include <cstdint>

#include "interpreter/math/fixed_exp_table.h"

namespace slipway::ops {

struct ByteExps {
  interpreter::FixedExpTable exps;
  // Byte p of exps.term, which is at most 2^19: terms are looked up and summed byte by byte.
  std::array<std::array<uint8_t, 256>, 3> term_bytes;
};
ByteExps MakeByteExps(float beta, float scale);

// How terms become steps of the result: min(255, (round(value * scale / 2^31) + half) >> exponent).
struct ByteSteps {
  int32_t scale;
  int exponent;
};
// Of a row whose terms have this sum; `bits` of the result: 8 or 16.
ByteSteps StepsOf(uint32_t sum, int bits);

// flip: 0x80 for signed codes, else 0.
using ByteRow = void (*)(const ByteExps&, const uint8_t* x, uint8_t* y, int64_t n, uint8_t flip);
// The fastest of this CPU, nullptr where plain loops are.
ByteRow BestByteRow();

#if defined(__x86_64__)
// Needs AVX-512 VBMI.
void ByteRowAvx512(const ByteExps&, const uint8_t* x, uint8_t* y, int64_t n, uint8_t flip);
#endif

}  // namespace slipway::ops
