#include "train/grad.h"
#include "ops/gather/gather.h"
#include "ops/gather_backward/gather_backward.h"

namespace slipway::ops {

// It is linear in dy.
void Grad(const GatherBackward& op, train::GradContext& g) {
  g.SetGrad(0, g.Add(Gather{.axis = op.axis, .batch_dims = op.batch_dims}, {g.grad(0), g.input(1)}));
}

}  // namespace slipway::ops
