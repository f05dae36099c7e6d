#include "train/grad.h"
#include "ops/dropout/dropout.h"

namespace slipway::ops {

// The same elements are kept.
void Grad(const Dropout& op, train::GradContext& g) { g.SetGrad(0, g.Add(op, {g.grad(0), g.input(1)})); }

}  // namespace slipway::ops
