#include "interpreter/xnnpack/window.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"

namespace slipway::ops {

using interpreter::Size;
using interpreter::U32;

Status ToXnn(const DepthwiseConv2D& op, interpreter::XnnBuilder& b) {
  const interpreter::PrepareContext& c = b.node();
  FilterDims f = DepthwiseFilterDims(c.in_shape(1), op.layout);
  ConvGeometry g = MakeGeometry(c.in_shape(0), c.out_shape(0), f.h, f.w, WindowOf(op));
  uint32_t x = b.In(0), filter = b.Weights(1, {1, Size(f.h), Size(f.w), Size(f.out)});
  uint32_t bias = b.Weights(2, {Size(f.out)}), y = b.Out();
  interpreter::XnnPadding pad = interpreter::XnnPaddingOf(g);
  float lo, hi;
  ActivationRange(op.activation, &lo, &hi);
  return b.Define(xnn_define_depthwise_convolution_2d(
      b.graph(), pad.top, pad.right, pad.bottom, pad.left, U32(f.h), U32(f.w), U32(g.stride_h), U32(g.stride_w),
      U32(g.dilation_h), U32(g.dilation_w), U32(f.out / g.in_c), Size(g.in_c), lo, hi, x, filter, bias, y, 0));
}

}  // namespace slipway::ops
