#include "interpreter/movement/move_kernel.h"
#include "ops/fill/fill.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;

Result<interpreter::Kernel> Prepare(const Fill& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {0}, [](const Fill&, const MoveTypes& t, MovePlan* plan) {
    StridedCopy copy = t.NewCopy(0);
    copy.Add(t.out(0).Elements(), 0, 1);
    plan->Copy(1, 0, copy);
  });
}

}  // namespace slipway::ops
