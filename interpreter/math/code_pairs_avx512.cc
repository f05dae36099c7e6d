#include <immintrin.h>

#include <type_traits>

#include "interpreter/math/code_pairs_dispatch.h"

namespace slipway::interpreter {

namespace {

constexpr int64_t kLanes = 16;

// Rescale of 16 lanes; the high half of products is taken of even and odd lanes in turn.
struct Rescale16 {
  __m512i multiplier, half, away;
  __m128i left, right;

  explicit Rescale16(const Rescale& r)
      : multiplier(_mm512_set1_epi64(r.multiplier)),
        half(_mm512_set1_epi32(r.half)),
        away(_mm512_set1_epi32(r.away)),
        left(_mm_cvtsi32_si128(r.left)),
        right(_mm_cvtsi32_si128(r.right)) {}

  __m512i operator()(__m512i x) const {
    const __m512i nudge = _mm512_set1_epi64(1 << 30);
    x = _mm512_sll_epi32(x, left);
    __m512i even = _mm512_add_epi64(_mm512_mul_epi32(x, multiplier), nudge);
    __m512i odd = _mm512_add_epi64(_mm512_mul_epi32(_mm512_srli_epi64(x, 32), multiplier), nudge);
    __m512i v = _mm512_mask_blend_epi32(0xAAAA, _mm512_srli_epi64(even, 31), _mm512_slli_epi64(odd, 1));
    __m512i toward = _mm512_and_si512(_mm512_srai_epi32(v, 31), away);
    return _mm512_sra_epi32(_mm512_add_epi32(v, _mm512_add_epi32(half, toward)), right);
  }
};

template <class T>
__m512i Load(const T* p, __mmask16 mask) {
  if constexpr (std::is_same_v<T, int8_t>) return _mm512_cvtepi8_epi32(_mm_maskz_loadu_epi8(mask, p));
  if constexpr (std::is_same_v<T, uint8_t>) return _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(mask, p));
  if constexpr (std::is_same_v<T, int16_t>) return _mm512_cvtepi16_epi32(_mm256_maskz_loadu_epi16(mask, p));
}

template <class T>
void Store(T* p, __mmask16 mask, __m512i v) {
  if constexpr (sizeof(T) == 1)
    _mm512_mask_cvtepi32_storeu_epi8(p, mask, v);
  else
    _mm512_mask_cvtepi32_storeu_epi16(p, mask, v);
}

template <CodePair kPair, class T, bool kStepA, bool kStepB>
void PairSteps(const CodePairArgs& g, const T* a, const T* b, T* y, int64_t n) {
  const Rescale16 fine(g.b), out(g.y);
  const __m512i a_zero = _mm512_set1_epi32(g.a_zero), b_zero = _mm512_set1_epi32(g.b_zero);
  const __m512i a_unit = _mm512_set1_epi32(g.a_unit), b_sign = _mm512_set1_epi32(g.b_sign);
  const __m512i lo = _mm512_set1_epi32(g.lo), hi = _mm512_set1_epi32(g.hi), y_zero = _mm512_set1_epi32(g.y_zero);
  for (int64_t i = 0; i < n; i += kLanes) {
    __mmask16 mask = n - i >= kLanes ? 0xFFFF : static_cast<__mmask16>((1u << (n - i)) - 1);
    __m512i p = _mm512_sub_epi32(kStepA ? Load(a + i, mask) : _mm512_set1_epi32(*a), a_zero);
    __m512i q = _mm512_sub_epi32(kStepB ? Load(b + i, mask) : _mm512_set1_epi32(*b), b_zero);
    __m512i v;
    if constexpr (kPair == CodePair::kProduct) {
      v = _mm512_mullo_epi32(p, q);
    } else {
      p = _mm512_mullo_epi32(p, a_unit);
      q = fine(q);
      if constexpr (kPair == CodePair::kSum) {
        v = _mm512_add_epi32(p, _mm512_sub_epi32(_mm512_xor_si512(q, b_sign), b_sign));
      } else {
        v = _mm512_sub_epi32(p, q);
        v = _mm512_mullo_epi32(v, v);
      }
    }
    v = _mm512_add_epi32(out(v), y_zero);
    Store(y + i, mask, _mm512_min_epi32(_mm512_max_epi32(v, lo), hi));
  }
}

// Sums or products of bytes in floats.
template <CodePair kPair, class T, bool kStepA, bool kStepB>
struct RealPair {
  explicit RealPair(const CodePairArgs& g)
      : a(_mm512_set1_ps(g.real_a)),
        b(_mm512_set1_ps(g.real_b)),
        zero(_mm512_set1_ps(g.real_zero)),
        a_zero(_mm512_set1_ps(static_cast<float>(g.a_zero))),
        b_zero(_mm512_set1_ps(static_cast<float>(g.b_zero))) {}
  __m512 operator()(const T* x, const T* y) const {
    const __m512 p = _mm512_cvtepi32_ps(kStepA ? Load(x, 0xFFFF) : _mm512_set1_epi32(*x));
    const __m512 q = _mm512_cvtepi32_ps(kStepB ? Load(y, 0xFFFF) : _mm512_set1_epi32(*y));
    if constexpr (kPair == CodePair::kSum) return _mm512_fmadd_ps(p, a, _mm512_fmadd_ps(q, b, zero));
    return _mm512_fmadd_ps(_mm512_mul_ps(_mm512_sub_ps(p, a_zero), _mm512_sub_ps(q, b_zero)), a, zero);
  }
  __m512 a, b, zero, a_zero, b_zero;
};

// How far floats are from integers.
inline __m512 Off(__m512 v) { return _mm512_abs_ps(_mm512_reduce_ps(v, _MM_FROUND_TO_NEAREST_INT)); }

// Four vectors of small integers -> bytes within [lo, hi].
template <class T>
__m512i ToBytes(const __m512i (&v)[4], __m512i lo, __m512i hi) {
  // Packing works within 128-bit lanes; the permutation puts their parts in order.
  const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  const __m512i low = _mm512_packs_epi32(v[0], v[1]), high = _mm512_packs_epi32(v[2], v[3]);
  const __m512i bytes = std::is_signed_v<T> ? _mm512_min_epi8(hi, _mm512_max_epi8(lo, _mm512_packs_epi16(low, high)))
                                            : _mm512_min_epu8(hi, _mm512_max_epu8(lo, _mm512_packus_epi16(low, high)));
  return _mm512_permutexvar_epi32(order, bytes);
}

// In integers where a float lies too near the middle between two codes.
template <CodePair kPair, class T, bool kStepA, bool kStepB>
void RealPairs(const CodePairArgs& g, const T* a, const T* b, T* y, int64_t n) {
  constexpr int64_t kBlock = 4 * kLanes;
  const RealPair<kPair, T, kStepA, kStepB> pair(g);
  const __m512 near = _mm512_set1_ps(0.5f - g.doubt);
  const __m512i lo = _mm512_set1_epi8(static_cast<char>(g.lo)), hi = _mm512_set1_epi8(static_cast<char>(g.hi));
  int64_t i = 0;
  for (; i + kBlock <= n; i += kBlock) {
    __m512i code[4];
    __m512 off = _mm512_setzero_ps();
#pragma GCC unroll 4
    for (int v = 0; v < 4; ++v) {
      const int64_t at = i + v * kLanes;
      const __m512 real = pair(kStepA ? a + at : a, kStepB ? b + at : b);
      code[v] = _mm512_cvtps_epi32(real);
      off = _mm512_max_ps(off, Off(real));
    }
    if (__builtin_expect(_mm512_cmp_ps_mask(off, near, _CMP_GT_OQ) != 0, 0))
      PairSteps<kPair, T, kStepA, kStepB>(g, kStepA ? a + i : a, kStepB ? b + i : b, y + i, kBlock);
    else
      _mm512_storeu_si512(y + i, ToBytes<T>(code, lo, hi));
  }
  if (i < n) PairSteps<kPair, T, kStepA, kStepB>(g, kStepA ? a + i : a, kStepB ? b + i : b, y + i, n - i);
}

struct VectorPairSteps {
  template <CodePair kPair, class T, bool kStepA, bool kStepB>
  static void Run(const CodePairArgs& g, const T* a, const T* b, T* y, int64_t n) {
    if constexpr (kPair != CodePair::kSquaredDifference && sizeof(T) == 1)
      if (g.doubt > 0) return RealPairs<kPair, T, kStepA, kStepB>(g, a, b, y, n);
    PairSteps<kPair, T, kStepA, kStepB>(g, a, b, y, n);
  }
};

}  // namespace

CodePairRow CodePairRowAvx512(CodePair pair, DType dtype) { return PairRowFor<VectorPairSteps>(pair, dtype); }

}  // namespace slipway::interpreter
