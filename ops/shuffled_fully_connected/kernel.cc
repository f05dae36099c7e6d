#include <algorithm>

#include "base/fixed_point.h"
#include "interpreter/kernel.h"
#include "interpreter/math/code_scale.h"
#include "ops/convolution.h"
#include "ops/shuffled_fully_connected/shuffled_fully_connected.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

constexpr int64_t kBlock = 16;  // elements of a row that lie side by side

struct State {
  int64_t rows, depth, out;
  FixedMultiplier factor;
  CodeRange range;
};

// Where element `i` of row `r` of [rows, depth] lies in blocks of as many rows as `side`.
int64_t InBlocks(int64_t r, int64_t i, int64_t depth, int64_t side) {
  return (r / side * (depth / kBlock) + i / kBlock) * side * kBlock + r % side * kBlock + i % kBlock;
}

void ShuffleRows(const State& s, const uint8_t* x, uint8_t* blocks) {
  for (int64_t r = 0; r < s.rows; ++r)
    for (int64_t i = 0; i < s.depth; ++i)
      blocks[InBlocks(r, i, s.depth, s.rows)] = static_cast<uint8_t>(x[r * s.depth + i] ^ 0x80);
}

// The sum wraps, as there.
int32_t Sum(const State& s, const int8_t* x, const int8_t* weights, int64_t row, int64_t o, int32_t bias) {
  uint32_t sum = static_cast<uint32_t>(bias);
  for (int64_t i = 0; i < s.depth; i += kBlock) {
    const int8_t *a = x + InBlocks(row, i, s.depth, s.rows), *b = weights + InBlocks(o, i, s.depth, 4);
    for (int64_t j = 0; j < kBlock; ++j) sum += static_cast<uint32_t>(a[j] * b[j]);
  }
  return static_cast<int32_t>(sum);
}

Code Eval(const State& s, EvalContext& c) {
  ShuffleRows(s, c.In<uint8_t>(0), c.Out<uint8_t>(1));
  const int8_t *x = c.Out<int8_t>(1), *weights = c.In<int8_t>(1);
  int16_t* y = c.Out<int16_t>(0);
  c.pool().ForRange(s.rows * s.out, 1 + 65536 / s.depth, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      int64_t row = k / s.out, o = k % s.out;
      int32_t code = MultiplyFixed(Sum(s, x, weights, row, o, c.In<int32_t>(2)[o]), s.factor);
      y[k] = static_cast<int16_t>(std::clamp<int64_t>(code, s.range.lo, s.range.hi));
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const ShuffledFullyConnected& op, interpreter::PrepareContext& c) {
  auto x = interpreter::CodeScaleOf(c.in(0)), weights = interpreter::CodeScaleOf(c.in(1));
  auto y = interpreter::CodeScaleOf(c.out(0));
  if (!x || !weights || !y) return interpreter::NoKernelFor("ShuffledFullyConnected", c);  // c1
  const Shape& w = c.in_shape(1);
  State s{c.in_shape(0).Elements() / w[1], w[1], w[0]};
  s.factor = QuantizeMultiplier(static_cast<double>(x->scale) * static_cast<double>(weights->scale) /
                                static_cast<double>(y->scale));
  s.range = QuantizedActivationRange(op.activation, DType::kI16, c.out(0).quant);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval(state, e); });
}

}  // namespace slipway::ops
