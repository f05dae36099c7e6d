#pragma once
// The bodies of CellLoopsI16. Internal linkage, since sources of several instruction sets include it.

#include <cstring>

#include "interpreter/recurrent/cell_i16.h"
#include "interpreter/recurrent/words.h"

namespace slipway::interpreter {
namespace {

template <int L>
struct CellI16 {
  using W = Words<L>;
  using V = typename W::V;

  static int32_t Clamp(int32_t v, int32_t lo, int32_t hi) {
    v = v < lo ? lo : v;
    return v > hi ? hi : v;
  }
  static int16_t Word(int32_t v) { return static_cast<int16_t>(Clamp(v, -32768, 32767)); }
  static int32_t Sum(int32_t a, int32_t b) {
    return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
  }
  // round(x / 2^shift), halves away from zero.
  static int32_t Shift(int32_t x, int shift) {
    int32_t half = shift > 0 ? 1 << (shift - 1) : 0;
    return (x + half + (shift > 0 ? x >> 31 : 0)) >> shift;
  }

  static void AddSums(const Rescale& factor, const int32_t* __restrict sums, const int32_t* __restrict bias, bool first,
                      int16_t* __restrict gate, int64_t n) {
    const Rescale f = factor;
    if (first)
      for (int64_t i = 0; i < n; ++i) gate[i] = Word(f(Sum(sums[i], bias[i])));
    else
      for (int64_t i = 0; i < n; ++i) gate[i] = Word(Sum(f(Sum(sums[i], bias[i])), gate[i]));
  }
  static void AddPeephole(const Rescale& factor, const int16_t* __restrict weights, const int16_t* __restrict c,
                          int16_t* __restrict gate, int64_t n) {
    const Rescale f = factor;
    for (int64_t i = 0; i < n; ++i) gate[i] = Word(Sum(f(weights[i] * c[i]), gate[i]));
  }

  template <class G>
  static void Map(const int16_t* x, int16_t* y, int64_t n, const G& g) {
    int64_t i = 0;
    V v;
    for (; i + L <= n; i += L) {
      std::memcpy(&v, x + i, sizeof v);
      v = g(v);
      std::memcpy(y + i, &v, sizeof v);
    }
    if (i == n) return;
    v = V{};
    size_t rest = static_cast<size_t>(n - i) * sizeof(int16_t);
    std::memcpy(&v, x + i, rest);
    v = g(v);
    std::memcpy(y + i, &v, rest);
  }
  static void Sigmoid(const int16_t* x, int16_t* y, int64_t n) {
    Map(x, y, n, [](V v) { return W::Sigmoid(v); });
  }
  template <int Bits>
  static void TanhOf(const int16_t* x, int16_t* y, int64_t n) {
    Map(x, y, n, [](V v) { return W::template Tanh<Bits>(v); });
  }
  static void Tanh(int bits, const int16_t* x, int16_t* y, int64_t n) {
    switch (bits) {
      case 0:
        return TanhOf<0>(x, y, n);
      case 1:
        return TanhOf<1>(x, y, n);
      case 2:
        return TanhOf<2>(x, y, n);
      case 3:
        return TanhOf<3>(x, y, n);
      case 4:
        return TanhOf<4>(x, y, n);
      case 5:
        return TanhOf<5>(x, y, n);
      default:
        return TanhOf<6>(x, y, n);
    }
  }

  static void Update(const int16_t* i, const int16_t* __restrict f, const int16_t* __restrict g, int shift,
                     int16_t clip, int16_t* __restrict c, int64_t n) {
    const int32_t lo = clip > 0 ? -clip : -32768, hi = clip > 0 ? clip : 32767;
    for (int64_t j = 0; j < n; ++j) {
      int32_t input = i ? i[j] : 32767 - f[j];
      int16_t kept = static_cast<int16_t>(Shift(f[j] * c[j], 15));
      int16_t added = static_cast<int16_t>(Shift(input * g[j], shift));
      c[j] = static_cast<int16_t>(Clamp(kept + added, lo, hi));
    }
  }
  static void Output(const Rescale& factor, const int16_t* __restrict o, const int16_t* __restrict t,
                     int32_t zero_point, int8_t* __restrict y, int64_t n) {
    const Rescale f = factor;
    for (int64_t i = 0; i < n; ++i) y[i] = static_cast<int8_t>(Clamp(Sum(f(o[i] * t[i]), zero_point), -128, 127));
  }
  static void Project(const Rescale& factor, const int32_t* __restrict sums, const int32_t* __restrict bias,
                      int32_t zero_point, int8_t* __restrict y, int64_t n) {
    const Rescale f = factor;
    for (int64_t i = 0; i < n; ++i)
      y[i] = static_cast<int8_t>(Clamp(Sum(f(Sum(sums[i], bias[i])), zero_point), -128, 127));
  }

  static constexpr CellLoopsI16 Make() { return {AddSums, AddPeephole, Sigmoid, Tanh, Update, Output, Project}; }
};

}  // namespace
}  // namespace slipway::interpreter
