#include "train/grad.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/depthwise_conv_2d_backward_filter/depthwise_conv_2d_backward_filter.h"
#include "ops/depthwise_conv_2d_backward_input/depthwise_conv_2d_backward_input.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"

namespace slipway::ops {

void Grad(const DepthwiseConv2D& op, train::GradContext& g) {
  if (op.activation != Activation::kNone)
    return g.Fail("DepthwiseConv2D with a fused activation has no gradient; split the activation first");
  ir::ValueId x = g.input(0), filter = g.input(1), dy = g.grad(0);
  Shape x_shape = g.type(x).shape, given = g.type(filter).shape, shape = given;
  if (op.layout == FilterLayout::kTflite) {
    shape = {given[1], given[2], x_shape[3], x_shape[3] ? given[3] / x_shape[3] : 0};
    filter = g.Add(Reshape{}, {filter, g.ConstantInts(shape.dims())});
  }
  if (!g.ConstantOf(x)) {
    DepthwiseConv2DBackwardInput back{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding};
    g.SetGrad(0, g.Add(back, {g.ConstantInts(x_shape.dims()), filter, dy}));
  }
  if (!g.ConstantOf(g.input(1))) {
    DepthwiseConv2DBackwardFilter back{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding};
    ir::ValueId df = g.Add(back, {x, g.ConstantInts(shape.dims()), dy});
    g.SetGrad(1, shape == given ? df : g.Add(Reshape{}, {df, g.ConstantInts(given.dims())}));
  }
  if (g.input(2) != ir::ValueId::kNone && !g.ConstantOf(g.input(2))) {
    int64_t axes[] = {0, 1, 2};
    g.SetGrad(2, g.Add(Reduce{.kind = ReduceKind::kSum}, {dy, g.ConstantInts(axes)}));
  }
}

}  // namespace slipway::ops
