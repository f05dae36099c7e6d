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

// The transposed convolution is the transpose of a convolution, so that convolution carries gradients back.
void Grad(const TransposeConv& op, train::GradContext& g) {
  if (op.activation != Activation::kNone)
    return g.Fail("TransposeConv with a fused activation has no gradient; split the activation first");
  ir::ValueId filter = g.input(1), x = g.input(2), dy = g.grad(0);
  bool tf = op.layout == FilterLayout::kTf;
  if (!tf) filter = Permuted(g, filter, {1, 2, 0, 3});
  if (!g.ConstantOf(x))
    g.SetGrad(2, g.Add(Conv2D{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding}, {dy, filter}));
  if (!g.ConstantOf(g.input(1))) {
    Shape shape = g.type(filter).shape;
    Conv2DBackwardFilter back{op.stride_h, op.stride_w, op.dilation_h, op.dilation_w, op.padding};
    ir::ValueId df = g.Add(back, {dy, g.ConstantInts(shape.dims()), x});
    g.SetGrad(1, tf ? df : Permuted(g, df, {2, 0, 1, 3}));
  }
  if (g.input(3) != ir::ValueId::kNone && !g.ConstantOf(g.input(3))) {
    int64_t axes[] = {0, 1, 2};
    g.SetGrad(3, g.Add(Reduce{.kind = ReduceKind::kSum}, {dy, g.ConstantInts(axes)}));
  }
}

}  // namespace slipway::ops
