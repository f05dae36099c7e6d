#include <algorithm>

#include "ops/convolution.h"
#include "ops/depthwise_conv_2d_backward_filter/depthwise_conv_2d_backward_filter.h"
#include "train/kernels.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

constexpr int64_t kBlock = 64;  // output channels of a task

struct State {
  ConvGeometry g;
  int64_t multiplier;
  int64_t blocks;
};

// Output channels [c0, c0 + n) of one tap: the sum over all pixels.
void RunTap(const State& s, const float* x, const float* dy, int64_t kh, int64_t kw, int64_t c0, int64_t n, float* df) {
  const ConvGeometry& g = s.g;
  float sum[kBlock] = {};
  for (int64_t row = 0; row < g.batch * g.out_h; ++row) {
    int64_t image = row / g.out_h, ih = row % g.out_h * g.stride_h - g.pad_top + kh * g.dilation_h;
    if (ih < 0 || ih >= g.in_h) continue;
    for (int64_t ow = 0; ow < g.out_w; ++ow) {
      int64_t iw = ow * g.stride_w - g.pad_left + kw * g.dilation_w;
      if (iw < 0 || iw >= g.in_w) continue;
      const float* __restrict a = x + ((image * g.in_h + ih) * g.in_w + iw) * g.in_c;
      const float* __restrict b = dy + (row * g.out_w + ow) * g.out_c + c0;
      if (s.multiplier == 1)
        for (int64_t i = 0; i < n; ++i) sum[i] += a[c0 + i] * b[i];
      else
        for (int64_t i = 0; i < n; ++i) sum[i] += a[(c0 + i) / s.multiplier] * b[i];
    }
  }
  std::copy(sum, sum + n, df + (kh * g.filter_w + kw) * g.out_c + c0);
}

Code Eval(const State& s, EvalContext& c) {
  const ConvGeometry& g = s.g;
  const float *x = c.In<float>(0), *dy = c.In<float>(2);
  float* df = c.Out<float>(0);
  c.pool().ForRange(g.filter_h * g.filter_w * s.blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t tap = i / s.blocks, c0 = i % s.blocks * kBlock;
      RunTap(s, x, dy, tap / g.filter_w, tap % g.filter_w, c0, std::min(kBlock, g.out_c - c0), df);
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const DepthwiseConv2DBackwardFilter& op, interpreter::PrepareContext& c) {
  const Shape& filter = c.out_shape(0);
  if (c.in(0).dtype != DType::kF32 || !filter.IsStatic()) return Kernel{};
  ConvGeometry g = MakeGeometry(c.in_shape(0), c.in_shape(2), filter[0], filter[1], WindowOf(op));
  return interpreter::MakeKernel(State{g, filter[3], (g.out_c + kBlock - 1) / kBlock},
                                 [](const State& s, EvalContext& ctx) { return Eval(s, ctx); });
}

}  // namespace slipway::ops
