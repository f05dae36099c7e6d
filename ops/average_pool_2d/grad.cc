#include "train/grad.h"
#include "ops/average_pool_2d/average_pool_2d.h"
#include "ops/average_pool_2d_backward/average_pool_2d_backward.h"

namespace slipway::ops {

void Grad(const AveragePool2D& op, train::GradContext& g) {
  if (op.activation != Activation::kNone)
    return g.Fail("AveragePool2D with a fused activation has no gradient; split the activation first");
  AveragePool2DBackward back{op.filter_h, op.filter_w, op.stride_h, op.stride_w, op.padding};
  g.SetGrad(0, g.Add(back, {g.ConstantInts(g.type(g.input(0)).shape.dims()), g.grad(0)}));
}

}  // namespace slipway::ops
