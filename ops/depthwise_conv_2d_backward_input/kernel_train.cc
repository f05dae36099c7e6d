#include <algorithm>

#include "ops/convolution.h"
#include "ops/depthwise_conv_2d_backward_input/depthwise_conv_2d_backward_input.h"
#include "train/kernels.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  ConvGeometry g;
  int64_t multiplier;
};

// to[c] += sum over m of dy[c * M + m] w[c * M + m]
void AddTap(int64_t channels, int64_t multiplier, const float* __restrict dy, const float* __restrict w,
            float* __restrict to) {
  if (multiplier == 1) {
    for (int64_t i = 0; i < channels; ++i) to[i] += dy[i] * w[i];
    return;
  }
  for (int64_t i = 0; i < channels; ++i)
    for (int64_t m = 0; m < multiplier; ++m) to[i] += dy[i * multiplier + m] * w[i * multiplier + m];
}

// One row of dx gathers what the output rows that saw it send back.
void RunRow(const State& s, const float* filter, const float* dy, float* dx, int64_t row) {
  const ConvGeometry& g = s.g;
  int64_t image = row / g.in_h, ih = row % g.in_h;
  float* to = dx + row * g.in_w * g.in_c;
  std::fill_n(to, g.in_w * g.in_c, 0.0f);
  for (int64_t kh = 0; kh < g.filter_h; ++kh) {
    int64_t at = ih + g.pad_top - kh * g.dilation_h;
    if (at < 0 || at % g.stride_h != 0 || at / g.stride_h >= g.out_h) continue;
    const float* from = dy + (image * g.out_h + at / g.stride_h) * g.out_w * g.out_c;
    for (int64_t ow = 0; ow < g.out_w; ++ow)
      for (int64_t kw = 0; kw < g.filter_w; ++kw) {
        int64_t iw = ow * g.stride_w - g.pad_left + kw * g.dilation_w;
        if (iw >= 0 && iw < g.in_w)
          AddTap(g.in_c, s.multiplier, from + ow * g.out_c, filter + (kh * g.filter_w + kw) * g.out_c,
                 to + iw * g.in_c);
      }
  }
}

Code Eval(const State& s, EvalContext& c) {
  const float *filter = c.In<float>(1), *dy = c.In<float>(2);
  float* dx = c.Out<float>(0);
  c.pool().ForRange(s.g.batch * s.g.in_h, 1, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) RunRow(s, filter, dy, dx, row);
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const DepthwiseConv2DBackwardInput& op, interpreter::PrepareContext& c) {
  if (c.in(2).dtype != DType::kF32 || !c.out_shape(0).IsStatic()) return Kernel{};
  const Shape& filter = c.in_shape(1);
  ConvGeometry g = MakeGeometry(c.out_shape(0), c.in_shape(2), filter[0], filter[1], WindowOf(op));
  return interpreter::MakeKernel(State{g, filter[3]}, [](const State& s, EvalContext& ctx) { return Eval(s, ctx); });
}

}  // namespace slipway::ops
