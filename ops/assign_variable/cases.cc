#include "ops/cases.h"
#include "ops/assign_variable/assign_variable.h"

namespace slipway::ops {

// A variable belongs to a module: its tests are those of plans and evaluators. Here only what Infer refuses.
std::vector<Case> Cases(const AssignVariable*) {
  return {{.name = "assign_variable_c1", .op = AssignVariable{}, .inputs = {}, .error = "expected 1 operands"}};
}

}  // namespace slipway::ops
