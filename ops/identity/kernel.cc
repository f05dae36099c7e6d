#include "interpreter/movement/move_kernel.h"
#include "ops/identity/identity.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;

Result<interpreter::Kernel> Prepare(const Identity& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {},
                                   [](const Identity&, const MoveTypes& t, MovePlan* plan) { plan->CopyAll(0, 0, t); });
}

}  // namespace slipway::ops
