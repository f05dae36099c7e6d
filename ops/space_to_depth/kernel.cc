#include "interpreter/movement/move_kernel.h"
#include "ops/space_to_depth/space_to_depth.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

Result<interpreter::Kernel> Prepare(const SpaceToDepth& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {}, [](const SpaceToDepth& op, const MoveTypes& t, MovePlan* plan) {
    Strides from(t.in(0)), to(t.out(0));
    int64_t b = op.block, channels = t.in(0)[3];
    StridedCopy copy = t.NewCopy(0);
    copy.Add(t.out(0)[0], from[0], to[0]);
    copy.Add(t.out(0)[1], b * from[1], to[1]);
    copy.Add(t.out(0)[2], b * from[2], to[2]);
    copy.Add(b, from[1], b * channels);
    copy.Add(b, from[2], channels);
    copy.Add(channels, 1, 1);
    plan->Copy(0, 0, copy);
  });
}

}  // namespace slipway::ops
