#include "train/grad.h"
#include "ops/cast/cast.h"

namespace slipway::ops {

void Grad(const Cast& op, train::GradContext& g) {
  DType from = g.type(g.input(0)).dtype;
  if (!IsFloat(from) || !IsFloat(op.to)) return;
  g.SetGrad(0, from == op.to ? g.grad(0) : g.Add(Cast{.to = from}, {g.grad(0)}));
}

}  // namespace slipway::ops
