#include "ops/leaky_relu/leaky_relu.h"
#include "train/graph_value.h"

namespace slipway::ops {

void Grad(const LeakyRelu& op, train::GradContext& g) {
  using train::GraphValue;
  GraphValue x(g, g.input(0)), dy(g, g.grad(0));
  g.SetGrad(0, where(x > GraphValue(0), dy, dy * GraphValue(op.alpha)).In(g, g.input(0)));
}

}  // namespace slipway::ops
