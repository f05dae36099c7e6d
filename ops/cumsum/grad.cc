#include "train/grad.h"
#include "ops/cumsum/cumsum.h"

namespace slipway::ops {

void Grad(const Cumsum& op, train::GradContext& g) {
  g.SetGrad(0, g.Add(Cumsum{.exclusive = op.exclusive, .reverse = !op.reverse}, {g.grad(0), g.input(1)}));
}

}  // namespace slipway::ops
