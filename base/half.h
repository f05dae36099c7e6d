#pragma once
// IEEE binary16 and bfloat16 as storage types. Arithmetic happens in float.

#include <bit>
#include <cstdint>

namespace slipway {

// Round to nearest even; overflow becomes infinity; NaN stays NaN.
inline uint16_t FloatToHalfBits(float value) {
  uint32_t f = std::bit_cast<uint32_t>(value);
  uint32_t sign = (f >> 16) & 0x8000u;
  f &= 0x7fffffffu;
  if (f > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u | ((f >> 13) & 0x3ffu));
  if (f >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);
  if (f < 0x38800000u) {  // subnormal half: let the float adder do the rounding
    float shifted = std::bit_cast<float>(f) + 0.5f;
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(shifted) - 0x3f000000u));
  }
  uint32_t odd = (f >> 13) & 1u;
  f += 0xfffu + odd - 0x38000000u;
  return static_cast<uint16_t>(sign | (f >> 13));
}

inline float HalfBitsToFloat(uint16_t h) {
  uint32_t sign = (h & 0x8000u) << 16;
  uint32_t exponent = (h >> 10) & 0x1fu, mantissa = h & 0x3ffu;
  if (exponent == 0x1f) return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
  if (exponent != 0) return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
  float subnormal = static_cast<float>(mantissa) * 0x1p-24f;
  return sign ? -subnormal : subnormal;
}

inline uint16_t FloatToBFloat16Bits(float value) {
  uint32_t f = std::bit_cast<uint32_t>(value);
  if ((f & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>((f >> 16) | 0x40u);
  return static_cast<uint16_t>((f + 0x7fffu + ((f >> 16) & 1u)) >> 16);
}
inline float BFloat16BitsToFloat(uint16_t b) { return std::bit_cast<float>(static_cast<uint32_t>(b) << 16); }

struct Half {
  uint16_t bits = 0;
  Half() = default;
  explicit Half(float v) : bits(FloatToHalfBits(v)) {}
  explicit operator float() const { return HalfBitsToFloat(bits); }
};

struct BFloat16 {
  uint16_t bits = 0;
  BFloat16() = default;
  explicit BFloat16(float v) : bits(FloatToBFloat16Bits(v)) {}
  explicit operator float() const { return BFloat16BitsToFloat(bits); }
};

}  // namespace slipway
