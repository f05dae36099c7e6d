#include "interpreter/movement/move_kernel.h"
#include "ops/zeros_like/zeros_like.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;

Result<interpreter::Kernel> Prepare(const ZerosLike& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {}, [](const ZerosLike&, const MoveTypes& t, MovePlan* plan) {
    StridedCopy fill = t.NewCopy(0);
    fill.Add(t.out(0).Elements(), 0, 1);
    plan->Pad(fill, t);
  });
}

}  // namespace slipway::ops
