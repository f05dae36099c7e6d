#include "interpreter/movement/spread.h"
#include "ops/dilate/dilate.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;

Result<interpreter::Kernel> Prepare(const Dilate& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1}, [](const Dilate&, const MoveTypes& t, MovePlan* plan) {
    std::vector<int64_t> interior = t.Ints(1);
    for (int64_t& n : interior) --n;
    interpreter::Spread(t, 2, {}, interior, plan);
  });
}

}  // namespace slipway::ops
