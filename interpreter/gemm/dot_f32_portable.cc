#include "interpreter/gemm/dot_f32_template.h"

namespace slipway::interpreter::gemm {

namespace {

struct Vector {
  struct Type {
    float lanes[4];
  };
  static constexpr int kWidth = 4;
  static Type Zero() { return {}; }
  static Type Load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
  static Type LoadPart(const float* p, int64_t n) {
    Type v = {};
    for (int64_t i = 0; i < n; ++i) v.lanes[i] = p[i];
    return v;
  }
  static Type MulAdd(const Type& a, const Type& b, Type c) {
    for (int i = 0; i < 4; ++i) c.lanes[i] += a.lanes[i] * b.lanes[i];
    return c;
  }
  static float Sum(const Type& v) { return (v.lanes[0] + v.lanes[2]) + (v.lanes[1] + v.lanes[3]); }
};

}  // namespace

void DotsF32Portable(const DotsF32& d) { AllDots<Vector>(d); }

}  // namespace slipway::interpreter::gemm
