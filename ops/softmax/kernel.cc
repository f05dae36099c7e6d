#include <cmath>

#include "interpreter/kernel.h"
#include "ops/softmax/softmax.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct FloatState {
  int64_t rows, depth;
  float beta;
};

void SoftmaxRow(const float* x, float* y, int64_t n, float beta) {
  float largest = x[0], sum = 0;
  for (int64_t i = 1; i < n; ++i) largest = largest < x[i] ? x[i] : largest;
  for (int64_t i = 0; i < n; ++i) sum += y[i] = std::exp((x[i] - largest) * beta);
  float scale = 1 / sum;
  for (int64_t i = 0; i < n; ++i) y[i] *= scale;
}

Code EvalFloat(const FloatState& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  int64_t grain = 4096 / (s.depth + 1) + 1;
  c.pool().ForRange(s.rows, grain, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) SoftmaxRow(x + r * s.depth, y + r * s.depth, s.depth, s.beta);
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Softmax& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("Softmax", c);
  const Shape& x = c.in_shape(0);
  int64_t depth = x.back();
  if (depth == 0)
    return interpreter::MakeKernel(FloatState{}, [](const FloatState&, EvalContext&) { return Code::kOk; });
  Kernel k = interpreter::MakeKernel(FloatState{x.Elements() / depth, depth, op.beta},
                                     [](const FloatState& s, EvalContext& ctx) { return EvalFloat(s, ctx); });
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
