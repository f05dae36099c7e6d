#include <immintrin.h>

#include "interpreter/gemm/dot_f32_template.h"

namespace slipway::interpreter::gemm {

namespace {

struct Vector {
  using Type = __m256;
  static constexpr int kWidth = 8;
  static Type Zero() { return _mm256_setzero_ps(); }
  static Type Load(const float* p) { return _mm256_loadu_ps(p); }
  static Type LoadPart(const float* p, int64_t n) {
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_maskload_ps(p, _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(n)), lane));
  }
  static Type MulAdd(Type a, Type b, Type c) { return _mm256_fmadd_ps(a, b, c); }
  static float Sum(Type v) {
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
  }
};

}  // namespace

void DotsF32Avx2(const DotsF32& d) { AllDots<Vector>(d); }

}  // namespace slipway::interpreter::gemm
