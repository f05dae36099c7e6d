#include "interpreter/movement/move_kernel.h"
#include "ops/batch_to_space_nd/batch_to_space_nd.h"
#include "ops/space_to_batch_nd/plan_blocks.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;

Result<interpreter::Kernel> Prepare(const BatchToSpaceNd& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1, 2}, [](const BatchToSpaceNd&, const MoveTypes& t, MovePlan* plan) {
    Blocks blocks{.block = t.Ints(1), .to_batch = false};
    std::vector<int64_t> crops = t.Ints(2);
    for (size_t i = 0; i < blocks.block.size(); ++i) blocks.shift.push_back(crops[2 * i]);
    PlanBlocks(blocks, t, plan);
  });
}

}  // namespace slipway::ops
