#pragma once
// Wrapping<T>: an integer whose arithmetic wraps around (two's complement), as TensorFlow's does. Division by zero is
// the caller's to exclude; the most negative number divided by -1 wraps.

#include <concepts>
#include <type_traits>

namespace slipway {

template <std::integral T>
struct Wrapping {
  T v = 0;
  constexpr Wrapping() = default;
  constexpr explicit Wrapping(T value) : v(value) {}
  constexpr explicit operator T() const { return v; }

  using U = std::make_unsigned_t<T>;
  friend constexpr Wrapping operator+(Wrapping a, Wrapping b) { return Of(static_cast<U>(a.v) + static_cast<U>(b.v)); }
  friend constexpr Wrapping operator-(Wrapping a, Wrapping b) { return Of(static_cast<U>(a.v) - static_cast<U>(b.v)); }
  friend constexpr Wrapping operator*(Wrapping a, Wrapping b) {
    return Of(static_cast<unsigned long long>(static_cast<U>(a.v)) * static_cast<U>(b.v));
  }
  friend constexpr Wrapping operator/(Wrapping a, Wrapping b) {
    if constexpr (std::is_signed_v<T>)
      if (b.v == -1) return -a;
    return Wrapping(static_cast<T>(a.v / b.v));
  }
  friend constexpr Wrapping operator%(Wrapping a, Wrapping b) {
    if constexpr (std::is_signed_v<T>)
      if (b.v == -1) return Wrapping();
    return Wrapping(static_cast<T>(a.v % b.v));
  }
  friend constexpr Wrapping operator-(Wrapping a) { return Wrapping() - a; }
  Wrapping& operator+=(Wrapping b) { return *this = *this + b; }
  Wrapping& operator*=(Wrapping b) { return *this = *this * b; }
  friend constexpr bool operator==(Wrapping, Wrapping) = default;
  friend constexpr auto operator<=>(Wrapping, Wrapping) = default;

 private:
  static constexpr Wrapping Of(unsigned long long bits) { return Wrapping(static_cast<T>(static_cast<U>(bits))); }
};

template <class T>
constexpr Wrapping<T> abs(Wrapping<T> x) {
  return x < Wrapping<T>() ? -x : x;
}
template <class T>
constexpr Wrapping<T> nearbyint(Wrapping<T> x) {
  return x;
}
template <class T>
constexpr Wrapping<T> floor_div(Wrapping<T> a, Wrapping<T> b) {
  Wrapping<T> q = a / b;
  return q * b != a && (a.v < 0) != (b.v < 0) ? q - Wrapping<T>(1) : q;
}
template <class T>
constexpr Wrapping<T> floor_mod(Wrapping<T> a, Wrapping<T> b) {
  Wrapping<T> r = a % b;
  return r.v != 0 && (r.v < 0) != (b.v < 0) ? r + b : r;
}
// b must not be negative.
template <class T>
constexpr Wrapping<T> pow(Wrapping<T> a, Wrapping<T> b) {
  Wrapping<T> result(1);
  for (T e = b.v; e > 0; e = static_cast<T>(e / 2)) {
    if (e % 2) result *= a;
    a *= a;
  }
  return result;
}

}  // namespace slipway
