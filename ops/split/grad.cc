#include "train/grad.h"
#include "ops/concat/concat.h"
#include "ops/split/split.h"

namespace slipway::ops {

namespace {

// The gradient of result i, zeros where none flows.
ir::ValueId GradOrZero(train::GradContext& g, int i) {
  if (g.grad(i) != ir::ValueId::kNone) return g.grad(i);
  const TensorType& y = g.type(g.output(i));
  return g.Constant(Tensor(y.dtype, y.shape));
}

}  // namespace

void Grad(const Split& op, train::GradContext& g) {
  const Tensor* axis = g.ConstantOf(g.input(0));
  if (!axis) return g.Fail("axis is computed");
  std::vector<ir::ValueId> parts;
  for (int i = 0; i < op.num; ++i) parts.push_back(GradOrZero(g, i));
  g.SetGrad(1, g.Add(Concat{.axis = static_cast<int>(axis->AsInts()[0])}, parts));
}

}  // namespace slipway::ops
