#include "train/grad.h"
#include "ops/max_pool_2d/max_pool_2d.h"
#include "ops/max_pool_2d_backward/max_pool_2d_backward.h"

namespace slipway::ops {

void Grad(const MaxPool2D& op, train::GradContext& g) {
  if (op.activation != Activation::kNone)
    return g.Fail("MaxPool2D with a fused activation has no gradient; split the activation first");
  MaxPool2DBackward back{op.filter_h, op.filter_w, op.stride_h, op.stride_w, op.padding};
  g.SetGrad(0, g.Add(back, {g.input(0), g.output(0), g.grad(0)}));
}

}  // namespace slipway::ops
