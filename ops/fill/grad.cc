#include "train/grad.h"
#include "ops/fill/fill.h"

namespace slipway::ops {

void Grad(const Fill&, train::GradContext& g) { g.SetGrad(1, g.SumTo(g.grad(0), g.type(g.input(1)).shape)); }

}  // namespace slipway::ops
