#pragma once
// The copies that SpaceToBatchNd and BatchToSpaceNd share: between a tensor with whole axes and one whose axes 1..m are
// cut into blocks, the place within a block being part of the batch. Defined in kernel.cc.

#include <vector>

#include "interpreter/movement/move_kernel.h"

namespace slipway::ops {

// Element s of a blocked axis at place p lies at s block + p - shift of the whole axis; places outside are left out.
struct Blocks {
  std::vector<int64_t> block, shift;  // per blocked axis
  bool to_batch = true;               // whole -> blocked, else the other way
};
void PlanBlocks(const Blocks&, const interpreter::MoveTypes&, interpreter::MovePlan*);

}  // namespace slipway::ops
