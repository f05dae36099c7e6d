#include "ops/cases.h"
#include "ops/switch_case/switch_case.h"

namespace slipway::ops {

// The graphs belong to a module: tests of what runs are those of plans and interpreters. Here only what Infer refuses.
std::vector<Case> Cases(const SwitchCase*) {
  SwitchCase two{.graphs = {1, 2}};
  return {
      {.name = "switch_case_c1", .op = two, .inputs = {Rand({})}, .error = "the index is f32[], expected one i32"},
      {.name = "switch_case_c1_none", .op = two, .inputs = {}, .error = "the index is missing"},
      {.name = "switch_case_c2",
       .op = SwitchCase{},
       .inputs = {Given(Tensor(DType::kI32, {}))},
       .error = "there is no graph to choose"},
      {.name = "switch_case_c3",
       .op = SwitchCase{.graphs = {1}, .dtypes = {DType::kF32}},
       .inputs = {Given(Tensor(DType::kI32, {}))},
       .error = "states 1 dtypes and 0 shapes of results"},
  };
}

}  // namespace slipway::ops
