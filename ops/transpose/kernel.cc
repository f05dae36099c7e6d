#include "interpreter/movement/move_kernel.h"
#include "ops/transpose/transpose.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

Result<interpreter::Kernel> Prepare(const Transpose& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1}, [](const Transpose&, const MoveTypes& t, MovePlan* plan) {
    Strides from(t.in(0)), to(t.out(0));
    StridedCopy copy = t.NewCopy(0);
    std::vector<int> perm = *NormalizePermutation(t.Ints(1), t.in(0).rank());
    for (int i = 0; i < t.out(0).rank(); ++i) copy.Add(t.out(0)[i], from[perm[static_cast<size_t>(i)]], to[i]);
    plan->Copy(0, 0, copy);
  });
}

}  // namespace slipway::ops
