#include "ops/fully_connected/kernel_quant.h"

#include <algorithm>

#include "base/fixed_point.h"
#include "interpreter/math/code_scale.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t rows, depth, out;
  int32_t x_zero, weights_zero, y_zero;
  FixedMultiplier factor;
  CodeRange range;
  bool bias;
};

// The sum wraps, as there.
int32_t Sum(const State& s, const uint8_t* x, const uint8_t* weights, int32_t bias) {
  uint32_t sum = static_cast<uint32_t>(bias);
  for (int64_t i = 0; i < s.depth; ++i) sum += static_cast<uint32_t>((x[i] - s.x_zero) * (weights[i] - s.weights_zero));
  return static_cast<int32_t>(sum);
}

Code Eval(const State& s, EvalContext& c) {
  const uint8_t *x = c.In<uint8_t>(0), *weights = c.In<uint8_t>(1);
  const int32_t* bias = s.bias ? c.In<int32_t>(2) : nullptr;
  int16_t* y = c.Out<int16_t>(0);
  c.pool().ForRange(s.rows * s.out, 1 + 65536 / (s.depth + 1), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t row = i / s.out, o = i % s.out;
      int32_t sum = Sum(s, x + row * s.depth, weights + o * s.depth, bias ? bias[o] : 0);
      int64_t code = int64_t{MultiplyFixedOnce(sum, s.factor)} + s.y_zero;
      y[i] = static_cast<int16_t>(std::clamp<int64_t>(code, s.range.lo, s.range.hi));
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareFullyConnectedWords(const FullyConnected& op, interpreter::PrepareContext& c) {
  auto x = interpreter::CodeScaleOf(c.in(0)), weights = interpreter::CodeScaleOf(c.in(1));
  auto y = interpreter::CodeScaleOf(c.out(0));
  if (!x || !weights || !y) return interpreter::NoKernelFor("FullyConnected", c);
  const Shape& w = c.in_shape(1);
  State s{RowsOf(c.in_shape(0), w[1]), w[1], w[0], x->zero_point, weights->zero_point, y->zero_point};
  s.factor = QuantizeMultiplier(static_cast<double>(x->scale) * static_cast<double>(weights->scale) /
                                static_cast<double>(y->scale));
  s.range = QuantizedActivationRange(op.activation, DType::kI16, c.out(0).quant);
  s.bias = c.Has(2);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval(state, e); });
}

}  // namespace slipway::ops
