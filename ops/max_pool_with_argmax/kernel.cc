#include "interpreter/kernel.h"
#include "interpreter/convolution/pool.h"
#include "ops/max_pool_with_argmax/max_pool_with_argmax.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  ConvGeometry g;
  float lo, hi;
  bool floats;  // are the indices
};

Code Eval(const State& s, EvalContext& c) {
  const ConvGeometry& g = s.g;
  const float* x = c.In<float>(0);
  float* out = c.Out<float>(0);
  interpreter::ForPooled(g, c.pool(), [&](int64_t image, int64_t at, int64_t h0, int64_t h1, int64_t w0, int64_t w1) {
    int64_t top = at / g.out_c / g.out_w % g.out_h * g.stride_h - g.pad_top;
    int64_t left = at / g.out_c % g.out_w * g.stride_w - g.pad_left;
    for (int64_t i = 0; i < g.out_c; ++i) {
      const float* from = x + image * g.in_h * g.in_w * g.in_c + i;
      float best = from[(h0 * g.in_w + w0) * g.in_c];
      int64_t where = (h0 - top) * g.filter_w + w0 - left;
      for (int64_t h = h0; h < h1; ++h)
        for (int64_t w = w0; w < w1; ++w) {
          float v = from[(h * g.in_w + w) * g.in_c];
          if (!(v > best)) continue;
          best = v;
          where = (h - top) * g.filter_w + w - left;
        }
      best = best < s.lo ? s.lo : best;
      out[at + i] = best > s.hi ? s.hi : best;
      if (s.floats)
        c.Out<float>(1)[at + i] = static_cast<float>(where) + kIndexMargin;
      else
        c.Out<int32_t>(1)[at + i] = static_cast<int32_t>(where);
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const MaxPoolWithArgmax& op, interpreter::PrepareContext& c) {
  State s{MakeGeometry(c.in_shape(0), c.out_shape(0), op.filter_h, op.filter_w, WindowOf(op)), 0, 0,
          op.index_type == DType::kF32};
  ActivationRange(op.activation, &s.lo, &s.hi);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
