#include "interpreter/movement/move_kernel.h"
#include "ops/unpack/unpack.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

Result<interpreter::Kernel> Prepare(const Unpack& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {}, [](const Unpack& op, const MoveTypes& t, MovePlan* plan) {
    Strides from(t.in(0));
    int axis = op.axis < 0 ? op.axis + t.in(0).rank() : op.axis;
    for (int result = 0; result < op.num; ++result) {
      Strides to(t.out(result));
      StridedCopy copy = t.NewCopy(result);
      copy.from_offset = result * from[axis];
      for (int i = 0; i < t.out(result).rank(); ++i) copy.Add(t.out(result)[i], from[i < axis ? i : i + 1], to[i]);
      plan->Copy(0, result, copy);
    }
  });
}

}  // namespace slipway::ops
