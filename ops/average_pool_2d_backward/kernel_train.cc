#include <algorithm>

#include "ops/average_pool_2d_backward/average_pool_2d_backward.h"
#include "ops/convolution.h"
#include "train/kernels.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

constexpr int64_t kBlock = 64;  // channels of a task: overlapping windows of one channel meet in one task

struct State {
  ConvGeometry g;
  int64_t blocks;
};

// All windows of channels [c0, c0 + n) of one image.
void RunBlock(const ConvGeometry& g, const float* dy, float* dx, int64_t c0, int64_t n) {
  for (int64_t i = 0; i < g.in_h * g.in_w; ++i) std::fill_n(dx + i * g.in_c + c0, n, 0.0f);
  for (int64_t oh = 0; oh < g.out_h; ++oh)
    for (int64_t ow = 0; ow < g.out_w; ++ow) {
      int count = 0;
      ForWindow(g, oh, ow, [&](int64_t, int64_t, int64_t, int64_t) { ++count; });
      float share[kBlock];
      const float* from = dy + (oh * g.out_w + ow) * g.out_c + c0;
      for (int64_t i = 0; i < n; ++i) share[i] = from[i] / static_cast<float>(count);
      ForWindow(g, oh, ow, [&](int64_t, int64_t, int64_t ih, int64_t iw) {
        float* to = dx + (ih * g.in_w + iw) * g.in_c + c0;
        for (int64_t i = 0; i < n; ++i) to[i] += share[i];
      });
    }
}

Code Eval(const State& s, EvalContext& c) {
  const ConvGeometry& g = s.g;
  const float* dy = c.In<float>(1);
  float* dx = c.Out<float>(0);
  int64_t in = g.in_h * g.in_w * g.in_c, out = g.out_h * g.out_w * g.out_c;
  c.pool().ForRange(g.batch * s.blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t image = i / s.blocks, c0 = i % s.blocks * kBlock;
      RunBlock(g, dy + image * out, dx + image * in, c0, std::min(kBlock, g.in_c - c0));
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const AveragePool2DBackward& op, interpreter::PrepareContext& c) {
  if (c.in(1).dtype != DType::kF32 || !c.out_shape(0).IsStatic()) return Kernel{};
  ConvGeometry g = MakeGeometry(c.out_shape(0), c.in_shape(1), op.filter_h, op.filter_w, WindowOf(op));
  return interpreter::MakeKernel(State{g, (g.in_c + kBlock - 1) / kBlock},
                                 [](const State& s, EvalContext& ctx) { return Eval(s, ctx); });
}

}  // namespace slipway::ops
