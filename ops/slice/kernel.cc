#include "interpreter/movement/move_kernel.h"
#include "ops/slice/slice.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

Result<interpreter::Kernel> Prepare(const Slice& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1, 2}, [](const Slice&, const MoveTypes& t, MovePlan* plan) {
    Strides from(t.in(0)), to(t.out(0));
    StridedCopy copy = t.NewCopy(0);
    std::vector<int64_t> begin = t.Ints(1);
    for (int i = 0; i < t.out(0).rank(); ++i) {
      copy.from_offset += begin[static_cast<size_t>(i)] * from[i];
      copy.Add(t.out(0)[i], from[i], to[i]);
    }
    plan->Copy(0, 0, copy);
  });
}

}  // namespace slipway::ops
