#include "ops/binary/functions.h"
#include "train/graph_value.h"

namespace slipway::ops {

namespace {

using train::GraphValue;

// Sets the gradient of operand i, summed over the axes along which it was broadcast.
void SetSummed(train::GradContext& g, int i, const GraphValue& dx) {
  if (dx.IsConstant(0)) return;
  ir::ValueId v = dx.In(g, g.input(i));
  Shape to = g.type(g.input(i)).shape;
  g.SetGrad(i, g.type(v).shape == to ? v : g.SumTo(v, to));
}

}  // namespace

void Grad(const Binary& op, train::GradContext& g) {
  if (op.activation != Activation::kNone)
    return g.Fail("Binary with a fused activation has no gradient; split the activation first");
  GraphValue a(g, g.input(0)), b(g, g.input(1)), y(g, g.output(0)), dy(g, g.grad(0));
  VisitBinary<GraphValue>(op.kind, [&](auto pair) {
    if (!g.ConstantOf(g.input(0))) SetSummed(g, 0, dy * pair.DerivativeA(a, b, y));
    if (!g.ConstantOf(g.input(1))) SetSummed(g, 1, dy * pair.DerivativeB(a, b, y));
  });
}

}  // namespace slipway::ops
