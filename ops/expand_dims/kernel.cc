#include "interpreter/movement/move_kernel.h"
#include "ops/expand_dims/expand_dims.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;

Result<interpreter::Kernel> Prepare(const ExpandDims& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(
      op, c, {1}, [](const ExpandDims&, const MoveTypes& t, MovePlan* plan) { plan->CopyAll(0, 0, t); });
}

}  // namespace slipway::ops
