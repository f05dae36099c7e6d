#include "ops/cases.h"
#include "ops/read_variable/read_variable.h"

namespace slipway::ops {

// A variable belongs to a module: its tests are those of plans and evaluators. Here only what Infer refuses.
std::vector<Case> Cases(const ReadVariable*) {
  return {{.name = "read_variable_c1", .op = ReadVariable{}, .inputs = {Rand({2})}, .error = "expected 0 operands"}};
}

}  // namespace slipway::ops
