#include "interpreter/movement/move_kernel.h"
#include "ops/squeeze/squeeze.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;

Result<interpreter::Kernel> Prepare(const Squeeze& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {},
                                   [](const Squeeze&, const MoveTypes& t, MovePlan* plan) { plan->CopyAll(0, 0, t); });
}

}  // namespace slipway::ops
