#include "ops/cases.h"
#include "ops/while/while.h"

namespace slipway::ops {

// The graphs belong to a module: tests of what runs are those of plans and interpreters. Here only what Infer refuses.
std::vector<Case> Cases(const While*) {
  return {
      {.name = "while_c2",
       .op = While{.shapes = {Shape{2}, Shape{2}}},
       .inputs = {Rand({2})},
       .error = "states 2 shapes for 1 variables"},
      {.name = "while_absent", .op = While{}, .inputs = {Rand({2}), Absent()}, .error = "operand 1 is missing"},
  };
}

}  // namespace slipway::ops
