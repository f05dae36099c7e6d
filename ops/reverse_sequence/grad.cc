#include "train/grad.h"
#include "ops/reverse_sequence/reverse_sequence.h"

namespace slipway::ops {

void Grad(const ReverseSequence& op, train::GradContext& g) { g.SetGrad(0, g.Add(op, {g.grad(0), g.input(1)})); }

}  // namespace slipway::ops
