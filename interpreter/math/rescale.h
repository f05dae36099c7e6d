#pragma once
// Rescale: MultiplyFixed (base/fixed_point.h) with its shifts prepared, without branches, so that loops over it become
// vector code. Equal to it where the result before the right shift, rounded up to the next step, fits 32 bits: operands
// below 2^30 and factors below 1 always do.

#include "base/fixed_point.h"

namespace slipway::interpreter {

// SaturatingRoundingDoublingHighMul for a multiplier that is not negative.
inline int32_t HighMul(int32_t x, int32_t multiplier) {
  int64_t product = static_cast<int64_t>(x) * multiplier + (int64_t{1} << 30);
  return static_cast<int32_t>(static_cast<uint64_t>(product) >> 31);
}

struct Rescale {
  int32_t multiplier = 0;
  int32_t left = 0, right = 0;
  int32_t half = 0;  // half a step of the right shift
  int32_t away = 0;  // -1 where negative halves go down

  Rescale() = default;
  // Operands are shifted to the left by `bits` first.
  explicit Rescale(FixedMultiplier m, int bits = 0)
      : multiplier(m.multiplier), left(bits + (m.shift > 0 ? m.shift & 31 : 0)), right(m.shift < 0 ? -m.shift : 0) {
    left &= 31;
    if (right > 0) {
      half = static_cast<int32_t>(1u << (right - 1));
      away = -1;
    }
  }

  int32_t operator()(int32_t x) const {
    int32_t v = HighMul(static_cast<int32_t>(static_cast<uint32_t>(x) << left), multiplier);
    uint32_t raised = static_cast<uint32_t>(v) + static_cast<uint32_t>(half) + static_cast<uint32_t>((v >> 31) & away);
    return static_cast<int32_t>(raised) >> right;
  }
};

}  // namespace slipway::interpreter
