#include "train/grad.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/conv_2d_backward_filter/conv_2d_backward_filter.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway::ops {

// dfilter is linear in x and in dy; the gradient of dfilter takes the filter's place.
void Grad(const Conv2DBackwardFilter& op, train::GradContext& g) {
  ir::ValueId x = g.input(0), dy = g.input(2), filter = g.grad(0);
  Shape x_shape = g.type(x).shape;
  TransposeConv back{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding};
  back.groups = static_cast<int>(x_shape[3] / g.type(filter).shape[2]);
  if (!g.ConstantOf(x)) g.SetGrad(0, g.Add(back, {g.ConstantInts(x_shape.dims()), filter, dy}));
  if (!g.ConstantOf(dy))
    g.SetGrad(2, g.Add(Conv2D{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding}, {x, filter}));
}

}  // namespace slipway::ops
