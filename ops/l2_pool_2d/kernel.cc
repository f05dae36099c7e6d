#include <algorithm>
#include <cmath>

#include "interpreter/convolution/pool.h"
#include "interpreter/kernel.h"
#include "ops/l2_pool_2d/l2_pool_2d.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  ConvGeometry g;
  float lo, hi;
};

Code Eval(const State& s, EvalContext& c) {
  const ConvGeometry& g = s.g;
  const float* x = c.In<float>(0);
  float* out = c.Out<float>(0);
  interpreter::ForPooled(g, c.pool(), [&](int64_t image, int64_t at, int64_t h0, int64_t h1, int64_t w0, int64_t w1) {
    float* y = out + at;
    std::fill(y, y + g.out_c, 0.0f);
    for (int64_t h = h0; h < h1; ++h)
      for (int64_t w = w0; w < w1; ++w) {
        const float* from = x + ((image * g.in_h + h) * g.in_w + w) * g.in_c;
        for (int64_t i = 0; i < g.out_c; ++i) y[i] += from[i] * from[i];
      }
    float count = static_cast<float>((h1 - h0) * (w1 - w0));
    for (int64_t i = 0; i < g.out_c; ++i) {
      float v = std::sqrt(y[i] / count);
      v = v < s.lo ? s.lo : v;
      y[i] = v > s.hi ? s.hi : v;
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const L2Pool2D& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("L2Pool2D", c);
  State s{MakeGeometry(c.in_shape(0), c.out_shape(0), op.filter_h, op.filter_w, WindowOf(op)), 0, 0};
  ActivationRange(op.activation, &s.lo, &s.hi);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
