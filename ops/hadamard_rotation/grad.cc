#include "train/grad.h"
#include "ops/hadamard_rotation/hadamard_rotation.h"

namespace slipway::ops {

// The matrix is symmetric.
void Grad(const HadamardRotation& op, train::GradContext& g) { g.SetGrad(0, g.Add(op, {g.grad(0)})); }

}  // namespace slipway::ops
