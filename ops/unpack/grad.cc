#include "train/grad.h"
#include "ops/pack/pack.h"
#include "ops/unpack/unpack.h"

namespace slipway::ops {

namespace {

// The gradient of result i, zeros where none flows.
ir::ValueId GradOrZero(train::GradContext& g, int i) {
  if (g.grad(i) != ir::ValueId::kNone) return g.grad(i);
  const TensorType& y = g.type(g.output(i));
  return g.Constant(Tensor(y.dtype, y.shape));
}

}  // namespace

void Grad(const Unpack& op, train::GradContext& g) {
  std::vector<ir::ValueId> parts;
  for (int i = 0; i < op.num; ++i) parts.push_back(GradOrZero(g, i));
  g.SetGrad(0, g.Add(Pack{.axis = op.axis}, parts));
}

}  // namespace slipway::ops
