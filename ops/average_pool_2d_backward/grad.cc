#include "train/grad.h"
#include "ops/average_pool_2d/average_pool_2d.h"
#include "ops/average_pool_2d_backward/average_pool_2d_backward.h"

namespace slipway::ops {

// dx is linear in dy, and its transpose is the pool itself.
void Grad(const AveragePool2DBackward& op, train::GradContext& g) {
  g.SetGrad(1, g.Add(AveragePool2D{op.filter_h, op.filter_w, op.stride_h, op.stride_w, op.padding}, {g.grad(0)}));
}

}  // namespace slipway::ops
