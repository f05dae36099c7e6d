#pragma once
// HARD_SWISH of 8-bit codes in 16-bit fixed point, as TFLite's reference kernel computes it:
// x relu6(x + 3) / 6 with x at 1/128 of its step, the second factor as a Q0 number of 16 bits, and a product that
// rounds to zero.

#include <algorithm>

#include "base/fixed_point.h"
#include "interpreter/math/code_table.h"

namespace slipway::interpreter {

namespace fixed16 {

inline int16_t Clamp(int64_t v) { return static_cast<int16_t>(std::clamp<int64_t>(v, -32768, 32767)); }

// round(2 a b / 2^16).
inline int16_t HighMul(int16_t a, int16_t b) {
  if (a == b && a == -32768) return 32767;
  int32_t product = int32_t{a} * b;
  return static_cast<int16_t>((product + (product >= 0 ? 1 << 14 : 1 - (1 << 14))) / (1 << 15));
}

// The same, to zero.
inline int16_t HighMulToZero(int16_t a, int16_t b) {
  if (a == b && a == -32768) return 32767;
  return static_cast<int16_t>(int32_t{a} * b / (1 << 15));
}

inline int16_t Multiplier(int32_t multiplier) {
  constexpr int32_t half = 1 << 15;
  if (multiplier >= std::numeric_limits<int32_t>::max() - half) return 32767;
  return static_cast<int16_t>((multiplier + half) >> 16);
}

}  // namespace fixed16

template <class T>
ByteTable HardSwishTable(const CodeScale& x, const CodeScale& y) {
  using fixed16::Clamp, fixed16::HighMul, fixed16::HighMulToZero;
  const float fine_scale = (1.0f / 128.0f) * x.scale, gate_scale = 3.0f / 32768.0f;
  const FixedMultiplier to_y = QuantizeMultiplier(static_cast<double>(fine_scale / y.scale));
  const FixedMultiplier to_gate = QuantizeMultiplier(static_cast<double>(fine_scale / gate_scale));
  const int16_t y_factor = fixed16::Multiplier(to_y.multiplier), gate_factor = fixed16::Multiplier(to_gate.multiplier);
  return MakeByteTable<T>([&](T q) {
    int16_t fine = static_cast<int16_t>((q - x.zero_point) * 128);
    int16_t scaled = HighMul(fine, y_factor);
    int16_t gate = fine;
    if (to_gate.shift > 0) gate = Clamp(int64_t{gate} << std::min(to_gate.shift - 1, 31));
    gate = HighMul(gate, gate_factor);
    if (to_gate.shift > 0) gate = Clamp(int64_t{gate} * 2);
    if (to_gate.shift < 0) gate = static_cast<int16_t>(RoundingDivideByPowerOfTwo(gate, -to_gate.shift));
    gate = static_cast<int16_t>((gate + (1 << 15)) >> 1);
    int32_t product = HighMulToZero(gate, scaled);
    int32_t v = to_y.shift <= 0 ? RoundingDivideByPowerOfTwo(product, -to_y.shift) : product * (1 << to_y.shift);
    return Saturate<T>(int64_t{v} + y.zero_point);
  });
}

}  // namespace slipway::interpreter
