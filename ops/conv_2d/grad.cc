#include "train/grad.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/conv_2d_backward_filter/conv_2d_backward_filter.h"
#include "ops/reduce/reduce.h"
#include "ops/transpose/transpose.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway::ops {

namespace {

ir::ValueId Permuted(train::GradContext& g, ir::ValueId v, std::initializer_list<int64_t> axes) {
  return g.Add(Transpose{}, {v, g.ConstantInts({axes.begin(), axes.size()})});
}

}  // namespace

// dx is the transposed convolution of dy with the same filter; dfilter convolves x with dy.
void Grad(const Conv2D& op, train::GradContext& g) {
  if (op.activation != Activation::kNone)
    return g.Fail("Conv2D with a fused activation has no gradient; split the activation first");
  ir::ValueId x = g.input(0), filter = g.input(1), dy = g.grad(0);
  bool tf = op.layout == FilterLayout::kTf;
  if (!tf) filter = Permuted(g, filter, {1, 2, 3, 0});
  Shape x_shape = g.type(x).shape, filter_shape = g.type(filter).shape;
  if (!g.ConstantOf(x)) {
    TransposeConv back{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding};
    back.groups = static_cast<int>(x_shape[3] / filter_shape[2]);
    g.SetGrad(0, g.Add(back, {g.ConstantInts(x_shape.dims()), filter, dy}));
  }
  if (!g.ConstantOf(g.input(1))) {
    Conv2DBackwardFilter back{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding};
    ir::ValueId df = g.Add(back, {x, g.ConstantInts(filter_shape.dims()), dy});
    g.SetGrad(1, tf ? df : Permuted(g, df, {3, 0, 1, 2}));
  }
  if (g.input(2) != ir::ValueId::kNone && !g.ConstantOf(g.input(2))) {
    int64_t axes[] = {0, 1, 2};
    g.SetGrad(2, g.Add(Reduce{.kind = ReduceKind::kSum}, {dy, g.ConstantInts(axes)}));
  }
}

}  // namespace slipway::ops
