#include "interpreter/movement/move_kernel.h"
#include "ops/tile/tile.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

Result<interpreter::Kernel> Prepare(const Tile& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1}, [](const Tile&, const MoveTypes& t, MovePlan* plan) {
    Strides from(t.in(0)), to(t.out(0));
    std::vector<int64_t> multiples = t.Ints(1);
    StridedCopy copy = t.NewCopy(0);
    for (int i = 0; i < t.in(0).rank(); ++i) {
      copy.Add(multiples[static_cast<size_t>(i)], 0, t.in(0)[i] * to[i]);
      copy.Add(t.in(0)[i], from[i], to[i]);
    }
    plan->Copy(0, 0, copy);
  });
}

}  // namespace slipway::ops
