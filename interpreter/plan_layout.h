#pragma once
// Where the tensors of a planned segment lie in its arena: lifetimes, results in the memory of operands that end there,
// scratch memory of steps and groups.

#include <vector>

#include "interpreter/plan.h"

namespace slipway::interpreter {

// `last_use`: per tensor the last op that reads it; `uses`: per root the steps that do. Fills in the offsets, the roots
// of results in place, and arena_bytes. Errors name what does not fit.
Status LayOutPlan(const PlanGraph&, const std::vector<int>& last_use, const std::vector<std::vector<int>>& uses,
                  size_t memory_limit, Plan*);

Status TooLarge(size_t bytes, size_t memory_limit);

}  // namespace slipway::interpreter
