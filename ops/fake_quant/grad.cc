#include "train/grad.h"
#include "ops/fake_quant/fake_quant.h"
#include "ops/fake_quant_backward/fake_quant_backward.h"

namespace slipway::ops {

void Grad(const FakeQuant& op, train::GradContext& g) {
  ir::ValueId x = g.input(0);
  bool operands = g.num_inputs() == 3 && g.input(1) != ir::ValueId::kNone;
  ir::ValueId min = operands ? g.input(1) : g.Constant(Tensor::Scalar(op.min));
  ir::ValueId max = operands ? g.input(2) : g.Constant(Tensor::Scalar(op.max));
  FakeQuantBackward backward{.num_bits = op.num_bits, .narrow_range = op.narrow_range, .axis = op.axis};
  std::vector<ir::ValueId> d = g.AddMany(backward, {g.grad(0), x, min, max});
  g.SetGrad(0, d[0]);
  if (!operands) return;
  g.SetGrad(1, d[1]);
  g.SetGrad(2, d[2]);
}

}  // namespace slipway::ops
