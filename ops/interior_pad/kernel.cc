#include "interpreter/movement/spread.h"
#include "ops/interior_pad/interior_pad.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;

Result<interpreter::Kernel> Prepare(const InteriorPad& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {}, [](const InteriorPad& pad, const MoveTypes& t, MovePlan* plan) {
    interpreter::Spread(t, 1, pad.low, pad.interior, plan);
  });
}

}  // namespace slipway::ops
