#include <immintrin.h>

#include "interpreter/convolution/depthwise_window_template.h"

namespace slipway::interpreter {

namespace {

struct Vector {
  using Type = __m256;
  static constexpr int kWidth = 8;
  static __m256i Mask(int64_t n) {
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(n)), lane);
  }
  static Type Zero() { return _mm256_setzero_ps(); }
  static Type Load(const float* p) { return _mm256_loadu_ps(p); }
  static Type LoadPart(const float* p, int64_t n) { return _mm256_maskload_ps(p, Mask(n)); }
  static void Store(float* p, Type v) { _mm256_storeu_ps(p, v); }
  static void StorePart(float* p, Type v, int64_t n) { _mm256_maskstore_ps(p, Mask(n), v); }
  static Type MulAdd(Type a, Type b, Type c) { return _mm256_fmadd_ps(a, b, c); }
  // max(lo, NaN) and min(hi, NaN) return their second operand.
  static Type Clamp(Type v, float lo, float hi) {
    return _mm256_min_ps(_mm256_set1_ps(hi), _mm256_max_ps(_mm256_set1_ps(lo), v));
  }
};

}  // namespace

const DepthwiseWindowsF32 kDepthwiseWindowsF32Avx2 = MakeWindows<Vector, false>();

}  // namespace slipway::interpreter
