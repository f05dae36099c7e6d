#include <immintrin.h>

#include "interpreter/gemm/dot_f32_template.h"

namespace slipway::interpreter::gemm {

namespace {

struct Vector {
  using Type = __m512;
  static constexpr int kWidth = 16;
  static Type Zero() { return _mm512_setzero_ps(); }
  static Type Load(const float* p) { return _mm512_loadu_ps(p); }
  static Type LoadPart(const float* p, int64_t n) {
    return _mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << n) - 1), p);
  }
  static Type MulAdd(Type a, Type b, Type c) { return _mm512_fmadd_ps(a, b, c); }
  static float Sum(Type v) { return _mm512_reduce_add_ps(v); }
};

}  // namespace

void DotsF32Avx512(const DotsF32& d) { AllDots<Vector>(d); }

}  // namespace slipway::interpreter::gemm
