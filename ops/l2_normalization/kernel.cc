#include <algorithm>
#include <cmath>

#include "interpreter/kernel.h"
#include "interpreter/math/code_table.h"
#include "interpreter/math/fixed_functions.h"
#include "ops/l2_normalization/l2_normalization.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t rows, depth;
  int32_t x_zero;
};

void Normalize(const State& s, const float* x, float* y) {
  double sum = 0;
  for (int64_t i = 0; i < s.depth; ++i) sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  float norm = std::max(static_cast<float>(std::sqrt(sum)), 1e-6f);
  for (int64_t i = 0; i < s.depth; ++i) y[i] = x[i] / norm;
}

// 8-bit codes, bit for bit as TFLite's reference kernels: the inverse root in fixed point, results at 1/128.
template <class T>
void Normalize(const State& s, const T* x, T* y) {
  uint32_t sum = 0;
  for (int64_t i = 0; i < s.depth; ++i) sum += static_cast<uint32_t>((x[i] - s.x_zero) * (x[i] - s.x_zero));
  FixedMultiplier inverse = interpreter::InverseSqrt(static_cast<int32_t>(sum));
  constexpr bool is_signed = std::is_signed_v<T>;
  if (is_signed) inverse.shift += 7;
  for (int64_t i = 0; i < s.depth; ++i) {
    int32_t v = x[i] - s.x_zero;
    y[i] = interpreter::Saturate<T>(is_signed ? MultiplyFixed(v, inverse) : MultiplyFixed(128 * v, inverse) + 128);
  }
}

template <class T>
Kernel Make(const State& state) {
  Kernel k = interpreter::MakeKernel(state, [](const State& s, EvalContext& c) {
    const T* x = c.In<T>(0);
    T* y = c.Out<T>(0);
    c.pool().ForRange(s.rows, 4096 / (s.depth + 1) + 1, [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) Normalize(s, x + r * s.depth, y + r * s.depth);
    });
    return Code::kOk;
  });
  k.in_place = 0;
  return k;
}

}  // namespace

Result<Kernel> Prepare(const L2Normalization&, interpreter::PrepareContext& c) {
  int64_t depth = c.in_shape(0).back();
  State s{depth > 0 ? c.in_shape(0).Elements() / depth : 0, depth, 0};
  DType t = c.in(0).dtype;
  if (t == DType::kF32) return Make<float>(s);
  auto x = interpreter::CodeScaleOf(c.in(0));
  if (!x || t == DType::kI16) return interpreter::NoKernelFor("L2Normalization", c);
  s.x_zero = x->zero_point;
  return t == DType::kI8 ? Make<int8_t>(s) : Make<uint8_t>(s);
}

}  // namespace slipway::ops
