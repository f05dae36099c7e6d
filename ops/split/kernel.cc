#include "interpreter/movement/move_kernel.h"
#include "ops/split/split.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

Result<interpreter::Kernel> Prepare(const Split& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {0}, [](const Split& op, const MoveTypes& t, MovePlan* plan) {
    Strides from(t.in(1));
    int64_t axis = t.Ints(0)[0], start = 0;
    int at = static_cast<int>(axis < 0 ? axis + t.in(1).rank() : axis);
    for (int result = 0; result < op.num; ++result) {
      Strides to(t.out(result));
      StridedCopy copy = t.NewCopy(result);
      copy.from_offset = start * from[at];
      for (int i = 0; i < t.out(result).rank(); ++i) copy.Add(t.out(result)[i], from[i], to[i]);
      plan->Copy(1, result, copy);
      start += t.out(result)[at];
    }
  });
}

}  // namespace slipway::ops
