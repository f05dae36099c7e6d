#include "interpreter/xnnpack/window.h"
#include "ops/conv_2d/conv_2d.h"

namespace slipway::ops {

using interpreter::Size;
using interpreter::U32;

Status ToXnn(const Conv2D& op, interpreter::XnnBuilder& b) {
  const interpreter::PrepareContext& c = b.node();
  FilterDims f = ConvFilterDims(c.in_shape(1), op.layout);
  ConvGeometry g = MakeGeometry(c.in_shape(0), c.out_shape(0), f.h, f.w, WindowOf(op));
  int64_t groups = g.in_c / f.in, rows = f.h * f.w * f.in;
  auto transpose = [&](const float* hwio, float* ohwi) {
    for (int64_t o = 0; o < f.out; ++o)
      for (int64_t r = 0; r < rows; ++r) *ohwi++ = hwio[r * f.out + o];
  };
  interpreter::XnnBuilder::Arrange arrange;
  if (op.layout == FilterLayout::kTf) arrange = transpose;
  uint32_t x = b.In(0), filter = b.Weights(1, {Size(f.out), Size(f.h), Size(f.w), Size(f.in)}, arrange);
  uint32_t bias = b.Weights(2, {Size(f.out)}), y = b.Out();
  interpreter::XnnPadding pad = interpreter::XnnPaddingOf(g);
  float lo, hi;
  ActivationRange(op.activation, &lo, &hi);
  return b.Define(xnn_define_convolution_2d(b.graph(), pad.top, pad.right, pad.bottom, pad.left, U32(f.h), U32(f.w),
                                            U32(g.stride_h), U32(g.stride_w), U32(g.dilation_h), U32(g.dilation_w),
                                            U32(groups), Size(f.in), Size(f.out / groups), lo, hi, x, filter, bias, y,
                                            0));
}

}  // namespace slipway::ops
