#include "ops/cases.h"
#include "ops/adam_update/adam_update.h"

namespace slipway::ops {

namespace {

CaseInput Step() { return Const(Tensor::Scalar<int64_t>(0)); }

}  // namespace

// A variable belongs to a module: what the op does is tested with the training kernels. Here only what Infer refuses.
std::vector<Case> Cases(const AdamUpdate*) {
  return {

      {.name = "adam_update_c1",
       .op = AdamUpdate{.m_variable = 1, .v_variable = 2},
       .inputs = {Rand({2}), ConstInts({1}), Step()},
       .error = "operand 1 is i32"},
      {.name = "adam_update_c1_rate",
       .op = AdamUpdate{.m_variable = 1, .v_variable = 2},
       .inputs = {Rand({2}), Rand({2}), Step()},
       .error = "expected one element"},
      {.name = "adam_update_c2",
       .op = AdamUpdate{.m_variable = 1, .v_variable = 2},
       .inputs = {Rand({2}), Rand({}), ConstInts({1})},
       .error = "expected i64"},
      {.name = "adam_update_c3", .op = AdamUpdate{}, .inputs = {Rand({2}), Rand({}), Step()}, .error = "must be given"},
  };
}

}  // namespace slipway::ops
