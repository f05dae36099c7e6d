#include "interpreter/math/fixed_exp_table.h"

#include <algorithm>
#include <cmath>

#include "interpreter/math/fixed_functions.h"

namespace slipway::interpreter {

FixedExpTable MakeFixedExpTable(float beta, float scale) {
  constexpr int kIntegerBits = 5, kFractionBits = 31 - kIntegerBits, kSumBits = 12;
  FixedExpTable t;
  double factor = static_cast<double>(beta) * static_cast<double>(scale) * (1 << kFractionBits);
  t.factor = QuantizeMultiplier(std::min(factor, 2147483647.0));
  double radius = static_cast<double>((1 << kIntegerBits) - 1) * (1 << kFractionBits) / std::exp2(t.factor.shift);
  t.least = -static_cast<int32_t>(std::floor(std::min(radius, 1e9)));
  for (int d = 0; d < 256; ++d) {
    size_t i = static_cast<size_t>(d);
    bool counts = -d >= t.least;
    t.exponent[i] = counts ? MultiplyFixed(-d, t.factor) : 0;
    t.value[i] = counts ? ExpOfNegativeQ5(t.exponent[i]) : 0;
    t.term[i] = RoundingDivideByPowerOfTwo(t.value[i], kSumBits);
  }
  return t;
}

}  // namespace slipway::interpreter
