#include "train/grad.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/depthwise_conv_2d_backward_filter/depthwise_conv_2d_backward_filter.h"
#include "ops/depthwise_conv_2d_backward_input/depthwise_conv_2d_backward_input.h"

namespace slipway::ops {

// dx is linear in the filter and in dy; the gradient of dx takes the input's place.
void Grad(const DepthwiseConv2DBackwardInput& op, train::GradContext& g) {
  ir::ValueId filter = g.input(1), dy = g.input(2), x = g.grad(0);
  DepthwiseConv2DBackwardFilter back{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding};
  DepthwiseConv2D forward{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding};
  if (!g.ConstantOf(filter)) g.SetGrad(1, g.Add(back, {x, g.ConstantInts(g.type(filter).shape.dims()), dy}));
  if (!g.ConstantOf(dy)) g.SetGrad(2, g.Add(forward, {x, filter}));
}

}  // namespace slipway::ops
