#include "train/grad.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"

namespace slipway::ops {

namespace {

ir::ValueId Reshaped(train::GradContext& g, ir::ValueId v, const Shape& shape) {
  if (g.type(v).shape == shape) return v;
  return g.Add(Reshape{}, {v, g.ConstantInts(shape.dims())});
}

}  // namespace

// With rows x [R, in] and dy [R, out]: dx = dy weights, dweights = dy^T x.
void Grad(const FullyConnected& op, train::GradContext& g) {
  if (op.activation != Activation::kNone)
    return g.Fail("FullyConnected with a fused activation has no gradient; split the activation first");
  ir::ValueId x = g.input(0), weights = g.input(1);
  Shape x_shape = g.type(x).shape, w = g.type(weights).shape;
  int64_t rows = RowsOf(x_shape, w[1]);
  ir::ValueId dy = Reshaped(g, g.grad(0), {rows, w[0]});
  if (!g.ConstantOf(x)) g.SetGrad(0, Reshaped(g, g.Add(MatMul{}, {dy, weights}), x_shape));
  if (!g.ConstantOf(weights)) g.SetGrad(1, g.Add(MatMul{.transpose_a = true}, {dy, Reshaped(g, x, {rows, w[1]})}));
  if (g.input(2) != ir::ValueId::kNone && !g.ConstantOf(g.input(2))) {
    int64_t axes[] = {0};
    g.SetGrad(2, g.Add(Reduce{.kind = ReduceKind::kSum}, {dy, g.ConstantInts(axes)}));
  }
}

}  // namespace slipway::ops
