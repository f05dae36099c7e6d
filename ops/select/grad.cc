#include "train/grad.h"
#include "ops/select/select.h"

namespace slipway::ops {

// da = dy where the condition holds, else 0; db the other way round.
void Grad(const Select& op, train::GradContext& g) {
  ir::ValueId dy = g.grad(0), condition = g.input(0);
  if (!IsFloat(g.type(dy).dtype)) return;
  ir::ValueId zero = op.rows ? g.Constant(Tensor(g.type(dy))) : g.ScalarLike(dy, 0);
  for (int i : {1, 2}) {
    if (g.ConstantOf(g.input(i))) continue;
    ir::ValueId part = i == 1 ? g.Add(op, {condition, dy, zero}) : g.Add(op, {condition, zero, dy});
    Shape to = g.type(g.input(i)).shape;
    g.SetGrad(i, g.type(part).shape == to ? part : g.SumTo(part, to));
  }
}

}  // namespace slipway::ops
