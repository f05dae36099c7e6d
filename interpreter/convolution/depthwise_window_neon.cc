#include <arm_neon.h>

#include "interpreter/convolution/depthwise_window_template.h"

namespace slipway::interpreter {

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
  static void Store(float* p, Type v) { vst1q_f32(p, v); }
  static void StorePart(float* p, Type v, int64_t n) {
    float lanes[4];
    vst1q_f32(lanes, v);
    for (int64_t i = 0; i < n; ++i) p[i] = lanes[i];
  }
  static Type MulAdd(Type a, Type b, Type c) { return vfmaq_f32(c, a, b); }
  // NaN stays NaN, while lo and hi are numbers.
  static Type Clamp(Type v, float lo, float hi) { return vminq_f32(vdupq_n_f32(hi), vmaxq_f32(vdupq_n_f32(lo), v)); }
};

}  // namespace

const DepthwiseWindowsF32 kDepthwiseWindowsF32Neon = MakeWindows<Vector, true>();

}  // namespace slipway::interpreter
