#include "train/grad.h"
#include "ops/gather_nd/gather_nd.h"
#include "ops/scatter_nd/scatter_nd.h"

namespace slipway::ops {

void Grad(const ScatterNd&, train::GradContext& g) { g.SetGrad(1, g.Add(GatherNd{}, {g.grad(0), g.input(0)})); }

}  // namespace slipway::ops
