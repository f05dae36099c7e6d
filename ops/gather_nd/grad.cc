#include "train/grad.h"
#include "ops/gather_nd/gather_nd.h"
#include "ops/scatter_nd/scatter_nd.h"

namespace slipway::ops {

void Grad(const GatherNd&, train::GradContext& g) {
  DType type = g.type(g.input(1)).dtype == DType::kI64 ? DType::kI64 : DType::kI32;
  ir::ValueId shape = g.Constant(Tensor::Vector(g.type(g.input(0)).shape.dims(), type));
  g.SetGrad(0, g.Add(ScatterNd{}, {g.input(1), g.grad(0), shape}));
}

}  // namespace slipway::ops
