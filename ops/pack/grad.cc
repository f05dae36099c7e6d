#include "train/grad.h"
#include "ops/pack/pack.h"
#include "ops/unpack/unpack.h"

namespace slipway::ops {

void Grad(const Pack& op, train::GradContext& g) {
  std::vector<ir::ValueId> parts = g.AddMany(Unpack{.num = g.num_inputs(), .axis = op.axis}, {g.grad(0)});
  for (int i = 0; i < g.num_inputs(); ++i) g.SetGrad(i, parts[static_cast<size_t>(i)]);
}

}  // namespace slipway::ops
