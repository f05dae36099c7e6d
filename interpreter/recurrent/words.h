#pragma once
// Words<L>: L 16-bit fixed-point numbers, with gemmlowp's functions of them. Qn has n bits before the binary point.
// Functions round as gemmlowp's do, bit for bit (cell_test.cc holds every argument against a checksum of them).

#include <cstdint>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace slipway::interpreter {

template <int L>
struct WordTypes;
template <>
struct WordTypes<8> {
  typedef int16_t V __attribute__((vector_size(16)));
  typedef int32_t Wide __attribute__((vector_size(32)));
};
template <>
struct WordTypes<16> {
  typedef int16_t V __attribute__((vector_size(32)));
  typedef int32_t Wide __attribute__((vector_size(64)));
};
template <>
struct WordTypes<32> {
  typedef int16_t V __attribute__((vector_size(64)));
  typedef int32_t Wide __attribute__((vector_size(128)));
};

template <int L>
struct Words {
  using V = typename WordTypes<L>::V;
  static constexpr int kWidth = L;
  static constexpr int16_t kLargest = 32767;

  static V Of(int c) { return V{} + static_cast<int16_t>(c); }

  // round(a b / 2^15), halves up; never both the smallest number.
  static V Mul(V a, V b) {
#if defined(__AVX512BW__)
    if constexpr (L == 32) return (V)_mm512_mulhrs_epi16((__m512i)a, (__m512i)b);
#endif
#if defined(__AVX2__)
    if constexpr (L == 16) return (V)_mm256_mulhrs_epi16((__m256i)a, (__m256i)b);
#endif
    using Wide = typename WordTypes<L>::Wide;
    Wide p = __builtin_convertvector(a, Wide) * __builtin_convertvector(b, Wide);
    return __builtin_convertvector((p + 0x4000) >> 15, V);
  }
  // x 2^n, saturating.
  template <int n>
  static V Up(V x) {
    constexpr int16_t most = static_cast<int16_t>((1 << (15 - n)) - 1);
    V y = x << n;
    y = x > most ? Of(kLargest) : y;
    return x < static_cast<int16_t>(-most) ? Of(-32768) : y;
  }

  // e^x for x in [-1/4, 0), Q0: a polynomial around -1/8.
  static V ExpOfQuarter(V x) {
    const V exp_of_eighth = Of(28918), third = Of(10923);
    V t = x + Of(1 << 12);
    V t2 = Mul(t, t), t3 = Mul(t2, t), t4 = Mul(t2, t2);
    V quarter = (t4 + Of(2)) >> 2;  // not negative
    V rest = Mul(quarter + t3, third) + t2;
    rest = (rest >> 1) + (rest & ~(rest >> 15) & 1);
    V sum = exp_of_eighth + Mul(exp_of_eighth, t + rest);
    return sum < 0 ? Of(kLargest) : sum;  // it is positive
  }

  // e^x for x <= 0 in Q(Bits), as Q0.
  template <int Bits>
  static V ExpOfNegative(V x) {
    constexpr int kFraction = 15 - Bits;
    const V quarter = Of(1 << (kFraction - 2));
    V within = (x & (quarter - 1)) - quarter;
    V result = ExpOfQuarter(within << Bits);
    V quarters = within - x;
    // e^-(2^k) for k = -2 ... 4.
    constexpr int16_t factors[] = {25520, 19875, 12055, 4435, 600, 11, 0};
#pragma GCC unroll 7
    for (int k = 0; k < 7; ++k) {
      if (k - 2 >= Bits) continue;
      V bit = quarters & static_cast<int16_t>(1 << (kFraction - 2 + k));
      result = bit != 0 ? Mul(result, Of(factors[k])) : result;
    }
    if constexpr (Bits > 5) result = x < static_cast<int16_t>(-(1 << (20 - Bits))) ? V{} : result;
    return x == 0 ? Of(kLargest) : result;
  }

  // 1 / (1 + x) for x in [0, 1), Q0, as Q2 over 2: Newton's method from 48/17 - 32/17 d.
  static V HalfReciprocal(V x) {
    V d = (x >> 1) + Of(1 << 14);
    V y = Of(23130) + Mul(d, Of(-15420));
    for (int i = 0; i < 3; ++i) y = y + Up<2>(Mul(y, Of(1 << 13) - Mul(d, y)));
    return y;
  }

  // 1 / (1 + e^-x) of Q3.
  static V Sigmoid(V x) {
    V y = Up<1>(HalfReciprocal(ExpOfNegative<3>(x > 0 ? -x : x)));
    V one_less = Of(kLargest) - y;
    return x == 0 ? Of(1 << 14) : x > 0 ? y : one_less;
  }
  template <int Bits>
  static V Tanh(V x) {
    V y = Up<2>(HalfReciprocal(ExpOfNegative<Bits + 1>(x < 0 ? x : -x)) - Of(1 << 13));
    return x == 0 ? V{} : x < 0 ? -y : y;
  }
};

}  // namespace slipway::interpreter
