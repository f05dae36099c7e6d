#include <arm_neon.h>

#include "interpreter/gemm/dot_f32_template.h"

namespace slipway::interpreter::gemm {

namespace {

struct Vector {
  using Type = float32x4_t;
  static constexpr int kWidth = 4;
  static Type Zero() { return vdupq_n_f32(0); }
  static Type Load(const float* p) { return vld1q_f32(p); }
  static Type LoadPart(const float* p, int64_t n) {
    float lanes[4] = {};
    for (int64_t i = 0; i < n; ++i) lanes[i] = p[i];
    return vld1q_f32(lanes);
  }
  static Type MulAdd(Type a, Type b, Type c) { return vfmaq_f32(c, a, b); }
  static float Sum(Type v) { return vaddvq_f32(v); }
};

}  // namespace

void DotsF32Neon(const DotsF32& d) { AllDots<Vector>(d); }

}  // namespace slipway::interpreter::gemm
