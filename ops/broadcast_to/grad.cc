#include "train/grad.h"
#include "ops/broadcast_to/broadcast_to.h"

namespace slipway::ops {

void Grad(const BroadcastTo&, train::GradContext& g) { g.SetGrad(0, g.SumTo(g.grad(0), g.type(g.input(0)).shape)); }

}  // namespace slipway::ops
