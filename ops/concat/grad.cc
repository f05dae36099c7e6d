#include "train/grad.h"
#include "ops/concat/concat.h"
#include "ops/split_v/split_v.h"

namespace slipway::ops {

// Activations have been split off before.
void Grad(const Concat& op, train::GradContext& g) {
  std::vector<int64_t> sizes;
  int64_t axis[] = {op.axis < 0 ? op.axis + g.type(g.output(0)).shape.rank() : op.axis};
  for (int i = 0; i < g.num_inputs(); ++i) sizes.push_back(g.type(g.input(i)).shape[static_cast<int>(axis[0])]);
  std::vector<ir::ValueId> parts =
      g.AddMany(SplitV{.num = g.num_inputs()}, {g.grad(0), g.ConstantInts(sizes), g.ConstantInts(axis)});
  for (int i = 0; i < g.num_inputs(); ++i) g.SetGrad(i, parts[static_cast<size_t>(i)]);
}

}  // namespace slipway::ops
