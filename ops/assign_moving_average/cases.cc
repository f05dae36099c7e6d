#include "ops/cases.h"
#include "ops/assign_moving_average/assign_moving_average.h"

namespace slipway::ops {

// A variable belongs to a module: what the op does is tested with the training kernels. Here only what Infer refuses.
std::vector<Case> Cases(const AssignMovingAverage*) {
  return {

      {.name = "assign_moving_average_c1",
       .op = AssignMovingAverage{},
       .inputs = {ConstInts({1})},
       .error = "value is i32"},
      {.name = "assign_moving_average_c2",
       .op = AssignMovingAverage{.momentum = 1.5f},
       .inputs = {Rand({2})},
       .error = "momentum is 1.5"},
  };
}

}  // namespace slipway::ops
