#pragma once
// e^(beta scale d) for differences d = code - largest code of 8-bit codes, as TFLite's SOFTMAX and LOG_SOFTMAX hold
// them: d is scaled to Q5; differences below `least` count as e^-infinity.

#include <array>
#include <cstdint>

#include "base/fixed_point.h"

namespace slipway::interpreter {

struct FixedExpTable {
  FixedMultiplier factor;  // of differences, to Q5
  int32_t least = 0;
  std::array<int32_t, 256> exponent;  // [-d]: beta scale d in Q5
  std::array<int32_t, 256> value;     // [-d]: e to it in Q0; 0 below `least`
  std::array<int32_t, 256> term;      // [-d]: the same in Q12, for sums
};

FixedExpTable MakeFixedExpTable(float beta, float scale);

}  // namespace slipway::interpreter
