#include "train/grad.h"
#include "ops/expand_dims/expand_dims.h"
#include "ops/reshape/reshape.h"

namespace slipway::ops {

void Grad(const ExpandDims&, train::GradContext& g) {
  g.SetGrad(0, g.Add(Reshape{}, {g.grad(0), g.ConstantInts(g.type(g.input(0)).shape.dims())}));
}

}  // namespace slipway::ops
