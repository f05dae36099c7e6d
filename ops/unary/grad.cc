#include "ops/unary/functions.h"
#include "train/graph_value.h"

namespace slipway::ops {

void Grad(const Unary& op, train::GradContext& g) {
  using train::GraphValue;
  GraphValue x(g, g.input(0)), y(g, g.output(0)), dy(g, g.grad(0));
  VisitUnary<GraphValue>(op.kind, [&](auto function) {
    GraphValue dx = dy * function.Derivative(x, y);
    if (!dx.IsConstant(0)) g.SetGrad(0, dx.In(g, g.input(0)));
  });
}

}  // namespace slipway::ops
