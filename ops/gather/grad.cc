#include "train/grad.h"
#include "ops/gather/gather.h"
#include "ops/gather_backward/gather_backward.h"

namespace slipway::ops {

void Grad(const Gather& op, train::GradContext& g) {
  ir::ValueId shape = g.ConstantInts(g.type(g.input(0)).shape.dims());
  g.SetGrad(0, g.Add(GatherBackward{.axis = op.axis, .batch_dims = op.batch_dims}, {g.grad(0), g.input(1), shape}));
}

}  // namespace slipway::ops
