#include "ops/cases.h"
#include "ops/sgd_update/sgd_update.h"

namespace slipway::ops {

// A variable belongs to a module: what the op does is tested with the training kernels. Here only what Infer refuses.
std::vector<Case> Cases(const SgdUpdate*) {
  return {

      {.name = "sgd_update_c1", .op = SgdUpdate{}, .inputs = {ConstInts({1}), Rand({})}, .error = "operand 0 is i32"},
      {.name = "sgd_update_c1_rate",
       .op = SgdUpdate{},
       .inputs = {Rand({2}), Rand({2})},
       .error = "expected one element"},
      {.name = "sgd_update_c2",
       .op = SgdUpdate{.momentum = 0.9f},
       .inputs = {Rand({2}), Rand({})},
       .error = "without a momentum_variable"},
  };
}

}  // namespace slipway::ops
