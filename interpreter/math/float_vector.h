#pragma once
// FloatVector<W>: W floats with arithmetic, comparisons and functions per lane, made of the compiler's vectors, so that
// one text serves SSE2, AVX2, AVX-512 and NEON: each is a file compiled for it (cmake/isa.cmake).
//
// Functions and their largest errors in units in the last place, measured over all floats of their range where the
// result is normal (float_vector_test.cc): exp 1, expm1 1.5, log 1, log1p 1, tanh 1.5, logistic 2.5, erf 5. logistic
// gives 0 where the result is not normal. sin, cos, atan2, pow and fmod go lane by lane through <cmath>. NaN, infinity
// and signed zero follow C. A lane's result does not depend on its place, so results do not depend on how an array is
// divided among threads.

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace slipway::interpreter {

template <int W>
struct VectorTypes;
template <>
struct VectorTypes<4> {
  typedef float Floats __attribute__((vector_size(16)));
  typedef int32_t Ints __attribute__((vector_size(16)));
};
template <>
struct VectorTypes<8> {
  typedef float Floats __attribute__((vector_size(32)));
  typedef int32_t Ints __attribute__((vector_size(32)));
};
template <>
struct VectorTypes<16> {
  typedef float Floats __attribute__((vector_size(64)));
  typedef int32_t Ints __attribute__((vector_size(64)));
};

template <int W>
struct FloatVector {
  using Floats = typename VectorTypes<W>::Floats;
  using Ints = typename VectorTypes<W>::Ints;
  struct Mask {
    Ints m;
    friend Mask operator|(Mask a, Mask b) { return {a.m | b.m}; }
    friend Mask operator&(Mask a, Mask b) { return {a.m & b.m}; }
  };
  using F = FloatVector;
  static constexpr int kWidth = W;

  Floats v;

  FloatVector() = default;
  FloatVector(Floats lanes) : v(lanes) {}
  explicit FloatVector(float c) : v(c - Floats{}) {}
  static FloatVector Load(const float* p) {
    FloatVector r;
    std::memcpy(&r.v, p, sizeof(r.v));
    return r;
  }
  // The first n lanes; the others are `rest`.
  static FloatVector LoadPart(const float* p, int64_t n, float rest) {
    FloatVector r(rest);
#ifdef __AVX512F__
    if constexpr (W == 16) return F(static_cast<Floats>(_mm512_mask_loadu_ps(r.v, FirstLanes(n), p)));
#endif
    std::memcpy(&r.v, p, static_cast<size_t>(n) * sizeof(float));
    return r;
  }
  void Store(float* p) const { std::memcpy(p, &v, sizeof(v)); }
  void StorePart(float* p, int64_t n) const {
#ifdef __AVX512F__
    if constexpr (W == 16) return _mm512_mask_storeu_ps(p, FirstLanes(n), v);
#endif
    std::memcpy(p, &v, static_cast<size_t>(n) * sizeof(float));
  }

  // op (of vectors) over all lanes, in pairs: a chain would wait for each lane in turn.
  template <class Op>
  float Fold(const Op& op) const {
    FloatVector x = *this;
    if constexpr (W >= 16) x = op(x, x.template Rotated<8>());
    if constexpr (W >= 8) x = op(x, x.template Rotated<4>());
    x = op(x, x.template Rotated<2>());
    return op(x, x.template Rotated<1>()).v[0];
  }
  // Lane i becomes lane i + kBy.
  template <int kBy>
  FloatVector Rotated() const {
    return [this]<int... i>(std::integer_sequence<int, i...>) {
      return FloatVector(__builtin_shufflevector(v, v, (i + kBy) % W...));
    }
    (std::make_integer_sequence<int, W>());
  }

  friend F operator+(F a, F b) { return a.v + b.v; }
  friend F operator-(F a, F b) { return a.v - b.v; }
  friend F operator*(F a, F b) { return a.v * b.v; }
  friend F operator/(F a, F b) { return a.v / b.v; }
  friend F operator-(F a) { return -a.v; }
  friend Mask operator<(F a, F b) { return {a.v < b.v}; }
  friend Mask operator>(F a, F b) { return {a.v > b.v}; }
  friend Mask operator<=(F a, F b) { return {a.v <= b.v}; }
  friend Mask operator>=(F a, F b) { return {a.v >= b.v}; }
  friend Mask operator==(F a, F b) { return {a.v == b.v}; }
  friend Mask operator!=(F a, F b) { return {a.v != b.v}; }
  friend F where(Mask m, F a, F b) { return m.m ? a.v : b.v; }

  // a where it is smaller (larger), else b: NaN in either gives b. One instruction, which compilers do not find.
  static F Smaller(F a, F b) {
#ifdef __AVX512F__
    if constexpr (W == 16) return F(static_cast<Floats>(_mm512_min_ps(a.v, b.v)));
#endif
    return where(a < b, a, b);
  }
  static F Larger(F a, F b) {
#ifdef __AVX512F__
    if constexpr (W == 16) return F(static_cast<Floats>(_mm512_max_ps(a.v, b.v)));
#endif
    return where(a > b, a, b);
  }

  friend F maximum(F a, F b) { return where((a < b) | (b != b), b, a); }
  friend F minimum(F a, F b) { return where((b < a) | (b != b), b, a); }
  friend F sign(F x) { return where(x > F(0), F(1), where(x < F(0), F(-1), where(x == F(0), F(0), x))); }
  friend F abs(F x) { return FromBits(Bits(x) & 0x7fffffff); }
  friend F sqrt(F x) {
#ifdef __AVX512F__
    if constexpr (W == 16) return F(static_cast<Floats>(_mm512_sqrt_ps(x.v)));
#endif
#ifdef __AVX__
    if constexpr (W == 8) return F(static_cast<Floats>(_mm256_sqrt_ps(x.v)));
#endif
#ifdef __SSE2__
    if constexpr (W == 4) return F(static_cast<Floats>(_mm_sqrt_ps(x.v)));
#endif
    return Lanes(x, [](float f) { return __builtin_sqrtf(f); });
  }
  friend F sin(F x) {
    return Lanes(x, [](float f) { return std::sin(f); });
  }
  friend F cos(F x) {
    return Lanes(x, [](float f) { return std::cos(f); });
  }
  friend F atan2(F a, F b) {
    return Lanes(a, b, [](float s, float t) { return std::atan2(s, t); });
  }
  friend F pow(F a, F b) {
    return Lanes(a, b, [](float s, float t) { return std::pow(s, t); });
  }
  friend F fmod(F a, F b) {
    return Lanes(a, b, [](float s, float t) { return std::fmod(s, t); });
  }

  // To the nearest integer, ties to even.
  friend F nearbyint(F x) {
#ifdef __AVX512F__
    if constexpr (W == 16)
      return F(static_cast<Floats>(_mm512_roundscale_ps(x.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)));
#endif
    F magic = WithSignOf(F(0x1p23f), x);
    return where(abs(x) < F(0x1p23f), WithSignOf((x + magic) - magic, x), x);
  }
  friend F floor(F x) {
#ifdef __AVX512F__
    if constexpr (W == 16)
      return F(static_cast<Floats>(_mm512_roundscale_ps(x.v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)));
#endif
    F r = nearbyint(x);
    return where(r > x, WithSignOf(r - F(1), x), r);
  }
  friend F ceil(F x) {
#ifdef __AVX512F__
    if constexpr (W == 16)
      return F(static_cast<Floats>(_mm512_roundscale_ps(x.v, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)));
#endif
    F r = nearbyint(x);
    return where(r < x, WithSignOf(r + F(1), x), r);
  }
  friend F floor_div(F a, F b) { return floor(a / b); }
  friend F floor_mod(F a, F b) {
    F r = fmod(a, b);
    Mask other_sign = {Bits(r) < 0 ? Bits(b) >= 0 : Bits(b) < 0};
    return where((r != F(0)) & other_sign & (r == r) & (b == b), r + b, r);
  }

  // e^x = 2^n e^r with |r| <= ln(2)/2.
  friend F exp(F x) {
    x = Larger(F(-104), Smaller(F(89), x));
    F n, r;
    ReduceExp(x, &n, &r);
    return Scale(F(1) + ExpMinus1(r), n);
  }
  friend F expm1(F x) {
    F clamped = where(x < F(-30), F(-30), where(x > F(89), F(89), x));
    F n, r;
    ReduceExp(clamped, &n, &r);
    F one = F(1), p = ExpMinus1(r);
    F scaled = where(n > F(24), Scale(one + p, n), Scale(p, n) + (Scale(one, n) - one));
    return where(abs(x) < F(0x1p-24f), x, scaled);
  }
  // log(x) = e ln(2) + log(m) with m in [sqrt(1/2), sqrt(2)).
  friend F log(F x) {
    F y = LogOf(x, F(0));
    y = where(x == F(std::numeric_limits<float>::infinity()), x, y);
    y = where(x == F(0), F(-std::numeric_limits<float>::infinity()), y);
    return where((x < F(0)) | (x != x), F(std::numeric_limits<float>::quiet_NaN()), y);
  }
  friend F log1p(F x) {
    F u = F(1) + x;
    F lost = where(abs(x) < F(0x1p24f), x - (u - F(1)), F(0));
    F y = LogOf(u, lost / u);
    y = where(abs(x) < F(0x1p-24f), x, y);
    y = where(u == F(std::numeric_limits<float>::infinity()), u, y);
    y = where(u == F(0), F(-std::numeric_limits<float>::infinity()), y);
    return where((u < F(0)) | (x != x), F(std::numeric_limits<float>::quiet_NaN()), y);
  }
  friend F logistic(F x) { return F(1) / (F(1) + exp(-x)); }
  friend F tanh(F x) {
    F a = abs(x), u = x * x;
    F p = Polynomial(u, -0.33333296f, 0.133318568f, -0.0537769973f, 0.0207695435f, -0.00586075909f);
    F small = x + x * (u * p);
    F large = F(1) - F(2) / (exp(a + a) + F(1));
    return where(x == x, WithSignOf(where(a < F(0.6f), small, large), x), x);
  }
  // A quotient of polynomials, fitted to relative error 1e-8; from 3.75 on the result is 1 within two units.
  friend F erf(F x) {
    F a = abs(x), u = x * x;
    F p = Polynomial(u, 1.12837911f, 0.184719831f, 0.0521603078f, 0.00356155098f, 0.000287540985f, 2.19451795e-06f);
    F q = Polynomial(u, 1.0f, 0.497036695f, 0.111906409f, 0.014560937f, 0.00112608646f, 3.97111908e-05f);
    return where(a >= F(3.75f), WithSignOf(F(1), x), x * p / q);
  }
  static F WithSignOf(F magnitude, F sign) {
    return FromBits((Bits(magnitude) & 0x7fffffff) | (Bits(sign) & std::numeric_limits<int32_t>::min()));
  }

 private:
#ifdef __AVX512F__
  static __mmask16 FirstLanes(int64_t n) { return static_cast<__mmask16>((1u << n) - 1); }
#endif
  static Ints Bits(F x) { return __builtin_bit_cast(Ints, x.v); }
  static F FromBits(Ints bits) { return F(__builtin_bit_cast(Floats, bits)); }
  template <class G>
  static F Lanes(F x, G g) {
    F r;
    for (int i = 0; i < W; ++i) r.v[i] = g(x.v[i]);
    return r;
  }
  template <class G>
  static F Lanes(F a, F b, G g) {
    F r;
    for (int i = 0; i < W; ++i) r.v[i] = g(a.v[i], b.v[i]);
    return r;
  }
  template <class... C>
  static F Polynomial(F x, float c0, C... c) {
    if constexpr (sizeof...(c) == 0)
      return F(c0);
    else
      return F(c0) + x * Polynomial(x, c...);
  }
  // x = n ln(2) + r.
  static void ReduceExp(F x, F* n, F* r) {
    F shifted = x * F(1.44269504f) + F(0x1.8p23f);
    *n = shifted - F(0x1.8p23f);
    *r = (x - *n * F(0.693359375f)) - *n * F(-2.12194440e-4f);
  }
  // e^r - 1 for |r| <= ln(2)/2.
  static F ExpMinus1(F r) {
    return r + (r * r) * Polynomial(r, 0.500000008f, 0.166666669f, 0.0416662699f, 0.00833326544f, 0.00139460753f,
                                    0.000199178147f);
  }
  // x 2^n for integral n in [-252, 254].
  static F Scale(F x, F n) {
#ifdef __AVX512F__
    if constexpr (W == 16) return F(static_cast<Floats>(_mm512_scalef_ps(x.v, n.v)));
#endif
    Ints e = __builtin_convertvector(n.v, Ints);
    Ints half = e >> 1;
    return x * FromBits((half + 127) << 23) * FromBits((e - half + 127) << 23);
  }
  // log(x) + correction for positive finite x.
  static F LogOf(F x, F correction) {
    Mask tiny = x < F(std::numeric_limits<float>::min());
    Ints bits = Bits(where(tiny, x * F(0x1p25f), x));
    Ints shifted = bits - 0x3f3504f3;
    Ints exponent = shifted >> 23;
    F m = FromBits(bits - (exponent << 23));
    F e = F(__builtin_convertvector(exponent, Floats)) - where(tiny, F(25), F(0));
    F f = m - F(1), u = f * f;
    F p = Polynomial(f, 0.333333104f, -0.249999866f, 0.200022266f, -0.166692508f, 0.142186581f, -0.123843485f,
                     0.118729763f, -0.117898076f, 0.0691536797f);
    F low = (e * F(-2.12194440e-4f) + correction) + (f * u * p - F(0.5f) * u);
    return (low + f) + e * F(0.693359375f);
  }
};

}  // namespace slipway::interpreter
