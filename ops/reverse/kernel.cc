#include "interpreter/movement/move_kernel.h"
#include "ops/reverse/reverse.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

Result<interpreter::Kernel> Prepare(const Reverse& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1}, [](const Reverse&, const MoveTypes& t, MovePlan* plan) {
    Strides strides(t.in(0));
    std::vector<bool> reversed = *ReversedAxes(t.Ints(1), t.in(0).rank());
    StridedCopy copy = t.NewCopy(0);
    for (int i = 0; i < t.in(0).rank(); ++i) {
      bool back = reversed[static_cast<size_t>(i)];
      if (back) copy.from_offset += (t.in(0)[i] - 1) * strides[i];
      copy.Add(t.in(0)[i], back ? -strides[i] : strides[i], strides[i]);
    }
    plan->Copy(0, 0, copy);
  });
}

}  // namespace slipway::ops
