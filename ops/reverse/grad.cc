#include "train/grad.h"
#include "ops/reverse/reverse.h"

namespace slipway::ops {

void Grad(const Reverse&, train::GradContext& g) { g.SetGrad(0, g.Add(Reverse{}, {g.grad(0), g.input(1)})); }

}  // namespace slipway::ops
