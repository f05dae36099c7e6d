#pragma once
// The functions that the expressions of kinds.def may call, for numbers: float, double, Dual and Wrapping integers.
// train/graph_value.h has the same names for graph values, so that one expression serves both.

#include <cmath>

#include "base/dual.h"
#include "base/half.h"
#include "base/wrapping.h"

namespace slipway::ops {

// What elements of type T are computed as: floats below f32 as float, integers wrapping, bool as 0 and 1.
template <class T>
struct NumberType {
  using Type = Wrapping<T>;
};
template <>
struct NumberType<bool> {
  using Type = Wrapping<uint8_t>;
};
template <>
struct NumberType<float> {
  using Type = float;
};
template <>
struct NumberType<double> {
  using Type = double;
};
template <>
struct NumberType<Half> {
  using Type = float;
};
template <>
struct NumberType<BFloat16> {
  using Type = float;
};
template <class T>
using NumberOf = typename NumberType<T>::Type;

template <class T>
NumberOf<T> ToNumber(T x) {
  return static_cast<NumberOf<T>>(x);
}
template <class T>
T FromNumber(const NumberOf<T>& x) {
  if constexpr (std::is_same_v<T, bool>)
    return x.v != 0;
  else
    return static_cast<T>(x);
}

}  // namespace slipway::ops

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
template <class T>
Wrapping<T> bit_and(Wrapping<T> a, Wrapping<T> b) {
  return Wrapping<T>(static_cast<T>(a.v & b.v));
}
template <class T>
Wrapping<T> bit_or(Wrapping<T> a, Wrapping<T> b) {
  return Wrapping<T>(static_cast<T>(a.v | b.v));
}
template <class T>
Wrapping<T> bit_xor(Wrapping<T> a, Wrapping<T> b) {
  return Wrapping<T>(static_cast<T>(a.v ^ b.v));
}
// The distance of a shift: at least 0, at most one less than the width.
template <class T>
int shift_distance(Wrapping<T> b) {
  constexpr int most = static_cast<int>(sizeof(T)) * 8 - 1;
  return b.v < 0 ? 0 : b.v > static_cast<T>(most) ? most : static_cast<int>(b.v);
}
template <class T>
Wrapping<T> shift_left(Wrapping<T> a, Wrapping<T> b) {
  return Wrapping<T>(static_cast<T>(static_cast<uint64_t>(a.v) << shift_distance(b)));
}
template <class T>
Wrapping<T> shift_right(Wrapping<T> a, Wrapping<T> b) {
  return Wrapping<T>(static_cast<T>(a.v >> shift_distance(b)));
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
