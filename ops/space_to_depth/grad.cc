#include "train/grad.h"
#include "ops/depth_to_space/depth_to_space.h"
#include "ops/space_to_depth/space_to_depth.h"

namespace slipway::ops {

void Grad(const SpaceToDepth& op, train::GradContext& g) {
  g.SetGrad(0, g.Add(DepthToSpace{.block = op.block}, {g.grad(0)}));
}

}  // namespace slipway::ops
