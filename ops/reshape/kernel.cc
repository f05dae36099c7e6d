#include "interpreter/movement/move_kernel.h"
#include "ops/reshape/reshape.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;

Result<interpreter::Kernel> Prepare(const Reshape& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1},
                                   [](const Reshape&, const MoveTypes& t, MovePlan* plan) { plan->CopyAll(0, 0, t); });
}

}  // namespace slipway::ops
