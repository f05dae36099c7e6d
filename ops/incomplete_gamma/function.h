#pragma once
// One element of IncompleteGamma, in double:
// - below x = max(1, a) P by its power series, above it Q by its continued fraction, the other one as 1 less that;
// - from a = kLarge on, where those would take long, by the first two terms of the uniform asymptotic expansion.
// Source: Abramowitz and Stegun 6.5.29 and 6.5.31; Temme, "The asymptotic expansion of the incomplete gamma functions",
// 1979.

#include <cmath>
#include <limits>

namespace slipway::ops::incomplete_gamma {

constexpr double kLarge = 1e5;
constexpr int kMaxTerms = 10000;  // some thousands are needed near x = a = kLarge
constexpr double kPrecision = std::numeric_limits<double>::epsilon();

// x^a exp(-x) / Gamma(a)
inline double Density(double a, double x) { return std::exp(a * std::log(x) - x - std::lgamma(a)); }

// P(a, x)
inline double Series(double a, double x) {
  double term = 1 / a, sum = term;
  for (int n = 1; n < kMaxTerms && term > sum * kPrecision; ++n) sum += term *= x / (a + n);
  return sum * Density(a, x);
}

// Q(a, x), the fraction by Lentz's method
inline double Fraction(double a, double x) {
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, value = d;
  for (int n = 1; n < kMaxTerms; ++n) {
    double numerator = -n * (n - a);
    b += 2;
    d = numerator * d + b;
    c = b + numerator / c;
    d = 1 / (std::abs(d) < kTiny ? kTiny : d);
    if (std::abs(c) < kTiny) c = kTiny;
    value *= d * c;
    if (std::abs(d * c - 1) < kPrecision) break;
  }
  return value * Density(a, x);
}

// P or Q for large a
inline double Uniform(bool upper, double a, double x) {
  double mu = x / a - 1, half_eta_squared = mu - std::log1p(mu);
  double eta = std::copysign(std::sqrt(2 * half_eta_squared), mu);
  double first = std::abs(eta) < 1e-3 ? -1 / 3.0 + eta / 12 : 1 / mu - 1 / eta;
  double rest = std::exp(-a * half_eta_squared) / std::sqrt(2 * M_PI * a) * first;
  double side = upper ? 1 : -1;
  return std::erfc(side * eta * std::sqrt(a / 2)) / 2 + side * rest;
}

inline double Value(bool upper, double a, double x) {
  if (x == 0 && !upper) return 0;
  if (!(a > 0) || !(x >= 0)) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0) return 1;
  if (std::isinf(a)) return upper && std::isfinite(x) ? 1 : 0;
  if (std::isinf(x)) return upper ? 0 : 1;
  if (a >= kLarge) return Uniform(upper, a, x);
  bool by_series = x < 1 || x < a;
  double value = by_series ? Series(a, x) : Fraction(a, x);
  return by_series == upper ? 1 - value : value;
}

}  // namespace slipway::ops::incomplete_gamma
