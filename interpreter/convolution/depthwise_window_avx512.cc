#include <immintrin.h>

#include "interpreter/convolution/depthwise_window_template.h"

namespace slipway::interpreter {

namespace {

struct Vector {
  using Type = __m512;
  static constexpr int kWidth = 16;
  static __mmask16 Mask(int64_t n) { return static_cast<__mmask16>((1u << n) - 1); }
  static Type Zero() { return _mm512_setzero_ps(); }
  static Type Load(const float* p) { return _mm512_loadu_ps(p); }
  static Type LoadPart(const float* p, int64_t n) { return _mm512_maskz_loadu_ps(Mask(n), p); }
  static void Store(float* p, Type v) { _mm512_storeu_ps(p, v); }
  static void StorePart(float* p, Type v, int64_t n) { _mm512_mask_storeu_ps(p, Mask(n), v); }
  static Type MulAdd(Type a, Type b, Type c) { return _mm512_fmadd_ps(a, b, c); }
  // max(lo, NaN) and min(hi, NaN) return their second operand.
  static Type Clamp(Type v, float lo, float hi) {
    return _mm512_min_ps(_mm512_set1_ps(hi), _mm512_max_ps(_mm512_set1_ps(lo), v));
  }
};

}  // namespace

const DepthwiseWindowsF32 kDepthwiseWindowsF32Avx512 = MakeWindows<Vector, true>();

}  // namespace slipway::interpreter
