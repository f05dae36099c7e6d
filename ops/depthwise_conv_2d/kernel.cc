#include "interpreter/kernel.h"
#include "interpreter/convolution/conv_f32.h"
#include "interpreter/convolution/depthwise_f32.h"
#include "interpreter/convolution/quantized_conv.h"
#include "interpreter/kept.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::ConvF32;
using interpreter::DepthwiseF32;
using interpreter::EvalContext;
using interpreter::Keeps;
using interpreter::Kernel;
using interpreter::Product;

namespace {

struct FloatState {
  DepthwiseF32 conv;
  float lo, hi;
  bool bias;
};

// One input channel: an ordinary convolution.
struct OneChannelState {
  ConvF32 conv;
  float lo, hi;
  bool bias;
};

size_t Aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

Kernel PrepareOneChannel(const DepthwiseConv2D& op, ConvGeometry g, interpreter::PrepareContext& c) {
  g.filter_c = 1;
  OneChannelState s{ConvF32(g, FilterLayout::kTf, c.num_threads()), 0, 0, false};
  ActivationRange(op.activation, &s.lo, &s.hi);
  s.bias = c.Has(2);
  size_t packed_bytes = Aligned(4 * static_cast<size_t>(s.conv.packed_elements()));
  size_t scratch = packed_bytes + s.conv.scratch_bytes();
  Kernel k = interpreter::MakeKernel(std::move(s), [](const OneChannelState& state, EvalContext& ctx) {
    float* packed = reinterpret_cast<float*>(ctx.scratch());
    state.conv.PackFilter(ctx.In<float>(1), packed, nullptr);
    state.conv.Run(ctx.In<float>(0), packed, state.bias ? ctx.In<float>(2) : nullptr, state.lo, state.hi,
                   ctx.Out<float>(0), ctx.scratch() + Aligned(4 * static_cast<size_t>(state.conv.packed_elements())),
                   ctx.pool());
    return Code::kOk;
  });
  k.scratch_bytes = scratch;
  k.path = "as convolution";
  return k;
}

Kernel PrepareFloat(const DepthwiseConv2D& op, const ConvGeometry& g, interpreter::PrepareContext& c) {
  if (g.in_c == 1) return PrepareOneChannel(op, g, c);
  FloatState s{DepthwiseF32(g, c.num_threads()), 0, 0, false};
  ActivationRange(op.activation, &s.lo, &s.hi);
  s.bias = c.Has(2);
  size_t scratch = s.conv.scratch_bytes();
  Kernel k = interpreter::MakeKernel(std::move(s), [](const FloatState& state, EvalContext& ctx) {
    state.conv.Run(ctx.In<float>(0), ctx.In<float>(1), state.bias ? ctx.In<float>(2) : nullptr, state.lo, state.hi,
                   ctx.Out<float>(0), ctx.scratch(), ctx.pool());
    return Code::kOk;
  });
  k.scratch_bytes = scratch;
  return k;
}

}  // namespace

Result<Kernel> Prepare(const DepthwiseConv2D& op, interpreter::PrepareContext& c) {
  FilterDims f = DepthwiseFilterDims(c.in_shape(1), op.layout);
  ConvGeometry g = MakeGeometry(c.in_shape(0), c.out_shape(0), f.h, f.w, WindowOf(op));
  if (Keeps(Product::kFloat) && c.in(0).dtype == DType::kF32 && c.in(1).dtype == DType::kF32)
    return PrepareFloat(op, g, c);
  if (interpreter::IsQuantizedConv(c, 0, 1)) return interpreter::PrepareQuantizedDepthwise(g, op.activation, c);
  if (interpreter::IsDynamicConv(c, 0, 1)) return interpreter::PrepareDynamicDepthwise(g, op.activation, c);
  return interpreter::NoKernelFor("DepthwiseConv2D", c);
}

}  // namespace slipway::ops
