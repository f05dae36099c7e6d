#pragma once
// The functions that the expressions of kinds.def may call, for numbers: float, double, Dual and Wrapping integers.
// train/graph_value.h has the same names for graph values, so that one expression serves both.

#include <cmath>

#include "base/dual.h"
#include "base/wrapping.h"

namespace slipway::ops::scalar {

using std::abs, std::atan2, std::ceil, std::cos, std::erf, std::exp, std::expm1, std::floor, std::log, std::log1p,
    std::nearbyint, std::pow, std::sin, std::sqrt, std::tanh;

template <class T>
inline constexpr bool kIsInteger = false;
template <class T>
inline constexpr bool kIsInteger<Wrapping<T>> = true;

template <class T>
T where(bool condition, const T& a, const T& b) {
  return condition ? a : b;
}
// NaN if either is NaN; a if they are equal.
template <class T>
T maximum(const T& a, const T& b) {
  return a < b || b != b ? b : a;
}
template <class T>
T minimum(const T& a, const T& b) {
  return b < a || b != b ? b : a;
}
// -1, 0 or 1; NaN stays NaN.
template <class T>
T sign(const T& x) {
  return x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? T(0) : x;
}
template <class T>
T logistic(const T& x) {
  return T(1) / (T(1) + exp(-x));
}
template <class T>
T logical_not(const T& x) {
  return x == T(0) ? T(1) : T(0);
}
template <class T>
T logical_and(const T& a, const T& b) {
  return a != T(0) && b != T(0) ? T(1) : T(0);
}
template <class T>
T logical_or(const T& a, const T& b) {
  return a != T(0) || b != T(0) ? T(1) : T(0);
}
// The quotient rounded down.
template <class T>
T floor_div(const T& a, const T& b) {
  return floor(a / b);
}
// a - b floor_div(a, b), with the sign of b.
template <class T>
T floor_mod(const T& a, const T& b) {
  using std::fmod;
  T r = fmod(a, b);
  return r != T(0) && (r < T(0)) != (b < T(0)) ? r + b : r;
}

}  // namespace slipway::ops::scalar
