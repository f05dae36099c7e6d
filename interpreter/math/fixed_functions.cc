#include "interpreter/math/fixed_functions.h"

#include <algorithm>
#include <limits>

namespace slipway::interpreter {

namespace {

constexpr int32_t kLargest = std::numeric_limits<int32_t>::max();  // stands for 1 in Q0

int32_t Mul(int32_t a, int32_t b) { return SaturatingRoundingDoublingHighMul(a, b); }

int32_t Wrap(uint32_t v) { return static_cast<int32_t>(v); }
int32_t Add(int32_t a, int32_t b) { return Wrap(static_cast<uint32_t>(a) + static_cast<uint32_t>(b)); }
int32_t Sub(int32_t a, int32_t b) { return Wrap(static_cast<uint32_t>(a) - static_cast<uint32_t>(b)); }
int32_t Saturated(int64_t v) {
  return static_cast<int32_t>(std::clamp<int64_t>(v, std::numeric_limits<int32_t>::min(), kLargest));
}

// x 2^exponent: to the left saturating, to the right rounding.
int32_t Scale(int32_t x, int exponent) {
  if (exponent <= 0) return RoundingDivideByPowerOfTwo(x, -exponent);
  int32_t most = static_cast<int32_t>((int64_t{1} << (31 - exponent)) - 1);
  if (x > most) return kLargest;
  if (x < -most) return std::numeric_limits<int32_t>::min();
  return Wrap(static_cast<uint32_t>(x) << exponent);
}

// (a + b) / 2, halves away from zero.
int32_t HalfSum(int32_t a, int32_t b) {
  int64_t sum = int64_t{a} + b;
  return static_cast<int32_t>((sum + (sum >= 0 ? 1 : -1)) / 2);
}

int LeadingZeros(int32_t x) { return x == 0 ? 32 : __builtin_clz(static_cast<uint32_t>(x)); }

// e^x for x in [-1/4, 0), Q0: a polynomial around -1/8.
int32_t ExpOfQuarter(int32_t x) {
  constexpr int32_t exp_of_eighth = 1895147668, third = 715827883;
  int32_t t = Add(x, 1 << 28);
  int32_t t2 = Mul(t, t), t3 = Mul(t2, t), t4 = Mul(t2, t2);
  int32_t rest = Scale(Add(Mul(Add(Scale(t4, -2), t3), third), t2), -1);
  return Add(exp_of_eighth, Mul(exp_of_eighth, Add(t, rest)));
}

}  // namespace

int32_t ExpOfNegativeQ5(int32_t x) {
  if (x == 0) return kLargest;
  constexpr int kFraction = 26;
  constexpr int32_t quarter = 1 << (kFraction - 2);
  int32_t within = (x & (quarter - 1)) - quarter;
  int32_t result = ExpOfQuarter(Scale(within, 5));
  int32_t quarters = Sub(within, x);
  // e^-(2^k) for k = -2 ... 4.
  constexpr int32_t factors[] = {1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242};
  for (int k = 0; k < 7; ++k)
    if (quarters & (1 << (kFraction - 2 + k))) result = Mul(result, factors[k]);
  return result;
}

// Newton's method in Q2, from 48/17 - 32/17 d.
int32_t OneOverOnePlusQ0(int32_t x) {
  int32_t half_denominator = HalfSum(x, kLargest);
  int32_t y = Add(1515870810, Mul(half_denominator, -1010580540));
  for (int i = 0; i < 3; ++i) {
    int32_t rest = Sub(1 << 29, Mul(half_denominator, y));
    y = Add(y, Scale(Mul(y, rest), 2));
  }
  return Scale(y, 1);
}

int32_t ReciprocalOf(int32_t x, int bits, int* over) {
  int headroom = LeadingZeros(x);
  *over = bits - headroom;
  return OneOverOnePlusQ0(Wrap((static_cast<uint32_t>(x) << headroom) - (uint32_t{1} << 31)));
}

// x = 2^k r with r near sqrt(sqrt(1/2)), from the better of two candidates; log(r) is a quotient of polynomials.
int32_t LogOfQ12(int32_t x) {
  constexpr int32_t log_2 = 1488522236, fourth_root_of_half = 1805811301, root_of_half = 1518500250;
  constexpr int32_t alpha_n = 117049297, alpha_d = 127690142, alpha_i = 1057819769, alpha_f = 638450708;
  constexpr int kIn = 12, kAccumulator = 6;
  constexpr int32_t quarter = 1 << (29 - kAccumulator);

  int zeros_a = LeadingZeros(x);
  int32_t r_a = Scale(Mul(Scale(x, zeros_a - 1), root_of_half), 1);
  int32_t power_a = Saturated(int64_t{Scale(kIn - zeros_a, 31 - kAccumulator)} + quarter);
  int zeros_b = LeadingZeros(Mul(x, root_of_half)) - 1;
  int32_t r_b = Scale(x, zeros_b);
  int32_t power_b = Saturated(int64_t{Scale(kIn - zeros_b, 31 - kAccumulator)} - quarter);

  int32_t r = std::min(r_a, r_b), power = std::max(power_a, power_b);
  int32_t p = HalfSum(r, fourth_root_of_half);
  int32_t q = Sub(r, fourth_root_of_half);
  q = Add(q, q);
  int32_t q2 = Mul(q, q);
  int32_t numerator = Add(Mul(q, r), Mul(Mul(q, q2), alpha_n));
  int32_t denominator = Add(Mul(p, Add(Add(alpha_i, q), Mul(alpha_d, q2))), Mul(alpha_f, q));
  int32_t quotient = Mul(Scale(numerator, -kAccumulator), OneOverOnePlusQ0(denominator));
  return Scale(Add(Mul(power, log_2), quotient), 1);
}

// Newton's method in Q3 on x scaled by a power of 4 into [1/4, 1), from 1.
FixedMultiplier InverseSqrt(int32_t x) {
  if (x <= 1) return {kLargest, 0};
  int right = 11;
  while (x >= 1 << 29) {
    x /= 4;
    ++right;
  }
  int pairs = (LeadingZeros(x) - 1) / 2 - 1;
  right -= pairs;
  x = Wrap(static_cast<uint32_t>(x) << (2 * pairs));
  int32_t input = x >> 1, half_input = Scale(input, -1);
  int32_t y = 1 << 28;
  for (int i = 0; i < 5; ++i) {
    int32_t cube = Scale(Mul(Mul(y, y), y), 6);
    y = Scale(Sub(Mul((1 << 28) + (1 << 27), y), Mul(half_input, cube)), 3);
  }
  y = Mul(y, 1518500250);
  if (right < 0) {
    y = Wrap(static_cast<uint32_t>(y) << -right);
    right = 0;
  }
  return {y, -right};
}

}  // namespace slipway::interpreter
