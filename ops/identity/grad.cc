#include "train/grad.h"
#include "ops/identity/identity.h"

namespace slipway::ops {

void Grad(const Identity&, train::GradContext& g) { g.SetGrad(0, g.grad(0)); }

}  // namespace slipway::ops
