#include "interpreter/movement/move_kernel.h"
#include "ops/depth_to_space/depth_to_space.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

Result<interpreter::Kernel> Prepare(const DepthToSpace& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {}, [](const DepthToSpace& op, const MoveTypes& t, MovePlan* plan) {
    Strides from(t.in(0)), to(t.out(0));
    int64_t b = op.block, channels = t.out(0)[3];
    StridedCopy copy = t.NewCopy(0);
    copy.Add(t.in(0)[0], from[0], to[0]);
    copy.Add(t.in(0)[1], from[1], b * to[1]);
    copy.Add(b, b * channels, to[1]);
    copy.Add(t.in(0)[2], from[2], b * to[2]);
    copy.Add(b, channels, to[2]);
    copy.Add(channels, 1, 1);
    plan->Copy(0, 0, copy);
  });
}

}  // namespace slipway::ops
