#include "interpreter/movement/move_kernel.h"
#include "ops/broadcast_to/broadcast_to.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

Result<interpreter::Kernel> Prepare(const BroadcastTo& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1}, [](const BroadcastTo&, const MoveTypes& t, MovePlan* plan) {
    Strides from(t.in(0)), to(t.out(0));
    StridedCopy copy = t.NewCopy(0);
    for (int i = 0, lead = t.out(0).rank() - t.in(0).rank(); i < t.out(0).rank(); ++i)
      copy.Add(t.out(0)[i], i < lead || t.in(0)[i - lead] == 1 ? 0 : from[i - lead], to[i]);
    plan->Copy(0, 0, copy);
  });
}

}  // namespace slipway::ops
