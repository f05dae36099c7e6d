#include "interpreter/movement/move_kernel.h"
#include "ops/pack/pack.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

Result<interpreter::Kernel> Prepare(const Pack& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {}, [](const Pack& op, const MoveTypes& t, MovePlan* plan) {
    Strides to(t.out(0));
    int axis = op.axis < 0 ? op.axis + t.out(0).rank() : op.axis;
    for (int operand = 0; operand < t.num_inputs(); ++operand) {
      Strides from(t.in(operand));
      StridedCopy copy = t.NewCopy(0);
      copy.to_offset = operand * to[axis];
      for (int i = 0; i < t.in(operand).rank(); ++i) copy.Add(t.in(operand)[i], from[i], to[i < axis ? i : i + 1]);
      plan->Copy(operand, 0, copy);
    }
  });
}

}  // namespace slipway::ops
