#include "ops/prelu/prelu.h"
#include "train/graph_value.h"

namespace slipway::ops {

// dx = dy or alpha dy; dalpha = sum of x dy where x is not positive.
void Grad(const Prelu&, train::GradContext& g) {
  using train::GraphValue;
  GraphValue x(g, g.input(0)), alpha(g, g.input(1)), dy(g, g.grad(0));
  GraphValue positive = x > GraphValue(0);
  g.SetGrad(0, where(positive, dy, dy * alpha).In(g, g.input(0)));
  ir::ValueId all = where(positive, GraphValue(0), dy * x).In(g, g.input(1));
  Shape to = g.type(g.input(1)).shape;
  g.SetGrad(1, g.SumTo(all, to));
}

}  // namespace slipway::ops
