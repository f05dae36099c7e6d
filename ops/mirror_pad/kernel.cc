#include "interpreter/movement/move_kernel.h"
#include "ops/mirror_pad/mirror_pad.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

namespace {

// Splits axis `axis` into its mirrored part before x, x, and the mirrored part after it; then the axes behind it.
void AddAxis(const MirrorPad& op, const MoveTypes& t, const std::vector<int64_t>& paddings, int axis,
             const StridedCopy& outer, MovePlan* plan) {
  if (axis == t.in(0).rank()) return plan->Copy(0, 0, outer);
  Strides from(t.in(0)), to(t.out(0));
  int64_t n = t.in(0)[axis], skip = op.reflect ? 1 : 0;
  int64_t before = paddings[static_cast<size_t>(2 * axis)], after = paddings[static_cast<size_t>(2 * axis + 1)];
  auto add = [&](int64_t size, int64_t first_from, int64_t step, int64_t first_to) {
    if (size == 0) return;
    StridedCopy copy = outer;
    copy.from_offset += first_from * from[axis];
    copy.to_offset += first_to * to[axis];
    copy.Add(size, step * from[axis], to[axis]);
    AddAxis(op, t, paddings, axis + 1, copy, plan);
  };
  add(before, before - 1 + skip, -1, 0);
  add(n, 0, 1, before);
  add(after, n - 1 - skip, -1, before + n);
}

}  // namespace

Result<interpreter::Kernel> Prepare(const MirrorPad& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1}, [](const MirrorPad& op, const MoveTypes& t, MovePlan* plan) {
    StridedCopy copy = t.NewCopy(0);
    AddAxis(op, t, t.Ints(1), 0, copy, plan);
  });
}

}  // namespace slipway::ops
