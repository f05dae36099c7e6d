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

// Sums of bytes in floats, and in integers where a float lies too near the middle between two codes.
template <class T, bool kStepA, bool kStepB>
void RealSums(const CodePairArgs& g, const T* a, const T* b, T* y, int64_t n) {
  const __m512 real_a = _mm512_set1_ps(g.real_a), real_b = _mm512_set1_ps(g.real_b);
  const __m512 zero = _mm512_set1_ps(g.real_zero), near = _mm512_set1_ps(0.5f - g.doubt);
  const __m512i lo = _mm512_set1_epi32(g.lo), hi = _mm512_set1_epi32(g.hi);
  for (int64_t i = 0; i < n; i += kLanes) {
    __mmask16 mask = n - i >= kLanes ? 0xFFFF : static_cast<__mmask16>((1u << (n - i)) - 1);
    __m512 p = _mm512_cvtepi32_ps(kStepA ? Load(a + i, mask) : _mm512_set1_epi32(*a));
    __m512 q = _mm512_cvtepi32_ps(kStepB ? Load(b + i, mask) : _mm512_set1_epi32(*b));
    __m512 v = _mm512_fmadd_ps(p, real_a, _mm512_fmadd_ps(q, real_b, zero));
    __m512i code = _mm512_cvtps_epi32(v);
    __m512 off = _mm512_abs_ps(_mm512_sub_ps(v, _mm512_cvtepi32_ps(code)));
    if (__builtin_expect(_mm512_mask_cmp_ps_mask(mask, off, near, _CMP_GT_OQ) != 0, 0)) {
      int64_t some = n - i >= kLanes ? kLanes : n - i;
      PairSteps<CodePair::kSum, T, kStepA, kStepB>(g, kStepA ? a + i : a, kStepB ? b + i : b, y + i, some);
      continue;
    }
    Store(y + i, mask, _mm512_min_epi32(_mm512_max_epi32(code, lo), hi));
  }
}

struct VectorPairSteps {
  template <CodePair kPair, class T, bool kStepA, bool kStepB>
  static void Run(const CodePairArgs& g, const T* a, const T* b, T* y, int64_t n) {
    if constexpr (kPair == CodePair::kSum && sizeof(T) == 1)
      if (g.doubt > 0) return RealSums<T, kStepA, kStepB>(g, a, b, y, n);
    PairSteps<kPair, T, kStepA, kStepB>(g, a, b, y, n);
  }
};

}  // namespace

CodePairRow CodePairRowAvx512(CodePair pair, DType dtype) { return PairRowFor<VectorPairSteps>(pair, dtype); }

}  // namespace slipway::interpreter
