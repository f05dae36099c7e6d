#include "train/grad.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/depthwise_conv_2d_backward_filter/depthwise_conv_2d_backward_filter.h"
#include "ops/depthwise_conv_2d_backward_input/depthwise_conv_2d_backward_input.h"

namespace slipway::ops {

// dfilter is linear in x and in dy; the gradient of dfilter takes the filter's place.
void Grad(const DepthwiseConv2DBackwardFilter& op, train::GradContext& g) {
  ir::ValueId x = g.input(0), dy = g.input(2), filter = g.grad(0);
  DepthwiseConv2DBackwardInput back{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding};
  DepthwiseConv2D forward{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding};
  if (!g.ConstantOf(x)) g.SetGrad(0, g.Add(back, {g.ConstantInts(g.type(x).shape.dims()), filter, dy}));
  if (!g.ConstantOf(dy)) g.SetGrad(2, g.Add(forward, {x, filter}));
}

}  // namespace slipway::ops
