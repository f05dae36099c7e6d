#pragma once
// Dual numbers: value and derivative, for checking gradients against exact derivatives (forward mode).
// Comparisons look at the value only.

#include <cmath>

namespace slipway {

struct Dual {
  double v = 0, d = 0;
  constexpr Dual() = default;
  constexpr Dual(double value) : v(value) {}
  constexpr Dual(double value, double derivative) : v(value), d(derivative) {}
  explicit operator double() const { return v; }

  friend Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; }
  friend Dual operator-(Dual a, Dual b) { return {a.v - b.v, a.d - b.d}; }
  friend Dual operator*(Dual a, Dual b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
  friend Dual operator/(Dual a, Dual b) { return {a.v / b.v, (a.d * b.v - a.v * b.d) / (b.v * b.v)}; }
  friend Dual operator-(Dual a) { return {-a.v, -a.d}; }
  Dual& operator+=(Dual b) { return *this = *this + b; }
  Dual& operator-=(Dual b) { return *this = *this - b; }
  Dual& operator*=(Dual b) { return *this = *this * b; }
  Dual& operator/=(Dual b) { return *this = *this / b; }
  friend bool operator<(Dual a, Dual b) { return a.v < b.v; }
  friend bool operator>(Dual a, Dual b) { return a.v > b.v; }
  friend bool operator<=(Dual a, Dual b) { return a.v <= b.v; }
  friend bool operator>=(Dual a, Dual b) { return a.v >= b.v; }
  friend bool operator==(Dual a, Dual b) { return a.v == b.v; }
  friend bool operator!=(Dual a, Dual b) { return a.v != b.v; }
};

inline Dual exp(Dual a) {
  double e = std::exp(a.v);
  return {e, a.d * e};
}
inline Dual expm1(Dual a) { return {std::expm1(a.v), a.d * std::exp(a.v)}; }
inline Dual log(Dual a) { return {std::log(a.v), a.d / a.v}; }
inline Dual log1p(Dual a) { return {std::log1p(a.v), a.d / (1 + a.v)}; }
inline Dual sqrt(Dual a) {
  double s = std::sqrt(a.v);
  return {s, a.d / (2 * s)};
}
inline Dual tanh(Dual a) {
  double t = std::tanh(a.v);
  return {t, a.d * (1 - t * t)};
}
inline Dual sin(Dual a) { return {std::sin(a.v), a.d * std::cos(a.v)}; }
inline Dual cos(Dual a) { return {std::cos(a.v), -a.d * std::sin(a.v)}; }
inline Dual erf(Dual a) { return {std::erf(a.v), a.d * 1.1283791670955126 * std::exp(-a.v * a.v)}; }
inline Dual abs(Dual a) { return {std::abs(a.v), a.v < 0 ? -a.d : a.v > 0 ? a.d : 0}; }
inline Dual floor(Dual a) { return {std::floor(a.v), 0}; }
inline Dual ceil(Dual a) { return {std::ceil(a.v), 0}; }
inline Dual nearbyint(Dual a) { return {std::nearbyint(a.v), 0}; }
inline Dual atan2(Dual a, Dual b) { return {std::atan2(a.v, b.v), (a.d * b.v - b.d * a.v) / (a.v * a.v + b.v * b.v)}; }
inline Dual fmod(Dual a, Dual b) { return {std::fmod(a.v, b.v), a.d - b.d * std::trunc(a.v / b.v)}; }
inline Dual pow(Dual a, Dual b) {
  double p = std::pow(a.v, b.v);
  double d = b.v == 0 ? 0 : a.d * b.v * std::pow(a.v, b.v - 1);
  if (b.d != 0) d += b.d * p * std::log(a.v);
  return {p, d};
}
inline bool isnan(Dual a) { return std::isnan(a.v); }

}  // namespace slipway
