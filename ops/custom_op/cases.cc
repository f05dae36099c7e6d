#include "ops/cases.h"
#include "ops/custom_op/custom_op.h"

namespace slipway::ops {

// What it does is registered at run time: interpreter/custom_ops_test.cc. Here only what Infer refuses.
std::vector<Case> Cases(const CustomOp*) {
  return {{.name = "custom_op_c1",
           .op = CustomOp{.name = "Sin"},
           .inputs = {Rand({2})},
           .error = "custom operator 'Sin' is not registered"}};
}

}  // namespace slipway::ops
