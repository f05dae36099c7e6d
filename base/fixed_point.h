#pragma once
// Fixed-point arithmetic as TFLite's reference kernels do it, bit for bit: a real multiplier is a 31-bit integer with a
// power of two. Source: gemmlowp's fixed-point primitives and TFLite's quantization scheme; what rounds how was
// measured with LiteRT 2.3:
// - 8-bit reference kernels round twice (MultiplyFixed),
// - but 8-bit FULLY_CONNECTED rounds once (MultiplyFixedOnce), in reference and optimised kernels alike;
// - 16-bit activations with 64-bit sums use a 15-bit multiplier (MultiplyFixed64).

#include <cmath>
#include <cstdint>
#include <limits>

namespace slipway {

// real = multiplier * 2^(shift - 31), multiplier in [2^30, 2^31) or 0.
struct FixedMultiplier {
  int32_t multiplier = 0;
  int shift = 0;
};

// `real` must not be negative. Values below 2^-32 become 0, those from 2^30 on the largest multiplier.
inline FixedMultiplier QuantizeMultiplier(double real) {
  if (!(real > 0)) return {};
  if (real > std::numeric_limits<double>::max()) return {std::numeric_limits<int32_t>::max(), 30};
  int shift = 0;
  double fraction = std::frexp(real, &shift);
  int64_t fixed = static_cast<int64_t>(std::round(fraction * 2147483648.0));
  if (fixed == int64_t{1} << 31) {
    fixed /= 2;
    ++shift;
  }
  if (shift < -31) return {};
  if (shift > 30) return {std::numeric_limits<int32_t>::max(), 30};
  return {static_cast<int32_t>(fixed), shift};
}

// round(2 a b / 2^32), halves up; the one case that overflows saturates.
inline int32_t SaturatingRoundingDoublingHighMul(int32_t a, int32_t b) {
  if (a == b && a == std::numeric_limits<int32_t>::min()) return std::numeric_limits<int32_t>::max();
  return static_cast<int32_t>((static_cast<int64_t>(a) * b + (int64_t{1} << 30)) >> 31);
}

// round(x / 2^exponent), halves away from 0; exponent in [0, 31].
inline int32_t RoundingDivideByPowerOfTwo(int32_t x, int exponent) {
  int32_t mask = static_cast<int32_t>((int64_t{1} << exponent) - 1);
  int32_t remainder = x & mask;
  int32_t threshold = (mask >> 1) + (x < 0 ? 1 : 0);
  return (x >> exponent) + (remainder > threshold ? 1 : 0);
}

// x * m, rounded. A left shift that overflows wraps, as there.
inline int32_t MultiplyFixed(int32_t x, FixedMultiplier m) {
  uint32_t shifted = m.shift > 0 ? static_cast<uint32_t>(x) << (m.shift & 31) : static_cast<uint32_t>(x);
  int32_t product = SaturatingRoundingDoublingHighMul(static_cast<int32_t>(shifted), m.multiplier);
  return m.shift < 0 ? RoundingDivideByPowerOfTwo(product, -m.shift) : product;
}

// x * m, rounded once, halves up; saturates.
inline int32_t MultiplyFixedOnce(int32_t x, FixedMultiplier m) {
  int shift = 31 - m.shift;
  int64_t result = (static_cast<int64_t>(x) * m.multiplier + (int64_t{1} << (shift - 1))) >> shift;
  if (result > std::numeric_limits<int32_t>::max()) return std::numeric_limits<int32_t>::max();
  if (result < std::numeric_limits<int32_t>::min()) return std::numeric_limits<int32_t>::min();
  return static_cast<int32_t>(result);
}

// MultiplyFixed for 64-bit accumulators (16-bit activations): x in [-2^47, 2^47), m.shift in [-31, 8). The multiplier
// is reduced to 15 bits first.
inline int32_t MultiplyFixed64(int64_t x, FixedMultiplier m) {
  int64_t reduced = m.multiplier < 0x7FFF0000 ? (m.multiplier + (1 << 15)) >> 16 : 0x7FFF;
  int shift = 15 - m.shift;
  if (shift < 1) return static_cast<int32_t>(static_cast<uint64_t>(x * reduced) << -shift);
  return static_cast<int32_t>((x * reduced + (int64_t{1} << (shift - 1))) >> shift);
}

}  // namespace slipway
