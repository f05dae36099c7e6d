#include "ops/cases.h"
#include "ops/if/if.h"

namespace slipway::ops {

// The graphs belong to a module: tests of what runs are those of plans and interpreters. Here only what Infer refuses.
std::vector<Case> Cases(const If*) {
  return {
      {.name = "if_c1", .op = If{}, .inputs = {Rand({})}, .error = "the condition is f32[], expected one bool"},
      {.name = "if_c1_two",
       .op = If{},
       .inputs = {Given(Tensor(DType::kBool, {2}))},
       .error = "the condition is bool[2], expected one bool"},
      {.name = "if_c1_none", .op = If{}, .inputs = {}, .error = "the condition is missing"},
      {.name = "if_c3",
       .op = If{.dtypes = {DType::kF32}},
       .inputs = {Given(Tensor(DType::kBool, {}))},
       .error = "states 1 dtypes and 0 shapes of results"},
  };
}

}  // namespace slipway::ops
