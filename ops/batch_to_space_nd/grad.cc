#include "train/grad.h"
#include "ops/batch_to_space_nd/batch_to_space_nd.h"
#include "ops/space_to_batch_nd/space_to_batch_nd.h"

namespace slipway::ops {

void Grad(const BatchToSpaceNd&, train::GradContext& g) {
  g.SetGrad(0, g.Add(SpaceToBatchNd{}, {g.grad(0), g.input(1), g.input(2)}));
}

}  // namespace slipway::ops
