#include "ops/switch_case/switch_case.h"

#include <limits>

namespace slipway::ops {

std::vector<GraphUse> SwitchCase::Graphs(const SwitchCase& op) {
  std::vector<GraphUse> uses;
  for (int64_t g : op.graphs) {
    bool fits = g >= 0 && g <= std::numeric_limits<int>::max();
    uses.push_back({.graph = fits ? static_cast<int>(g) : -1, .first_operand = 1});
  }
  return uses;
}

Result<TensorTypes> Infer(const SwitchCase& op, Inputs in) {
  if (!in.Has(0)) return BadInput("the index is missing");  // switch_case_c1
  bool one = !in.shape(0).IsStatic() || in.shape(0).Elements() == 1;
  if (in.dtype(0) != DType::kI32 || !one)
    return BadInput("the index is ", in[0], ", expected one i32");        // switch_case_c1
  if (op.graphs.empty()) return BadInput("there is no graph to choose");  // switch_case_c2
  if (op.dtypes.size() != op.shapes.size())                               // switch_case_c3
    return BadInput("states ", op.dtypes.size(), " dtypes and ", op.shapes.size(), " shapes of results");
  return StatedTypes(op.dtypes, op.shapes);  // switch_case_c3
}

}  // namespace slipway::ops
