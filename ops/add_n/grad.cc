#include "train/grad.h"
#include "ops/add_n/add_n.h"

namespace slipway::ops {

void Grad(const AddN&, train::GradContext& g) {
  for (int i = 0; i < g.num_inputs(); ++i) g.SetGrad(i, g.grad(0));
}

}  // namespace slipway::ops
