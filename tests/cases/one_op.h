#pragma once
// A case as a graph of one op.

#include <vector>

#include "base/strings.h"
#include "interpreter/plan_graph.h"
#include "tests/cases/case_values.h"

namespace slipway::cases {

// `constant`: for each operand, whether it is part of the graph; the others are inputs or states.
inline interpreter::PlanModule OneOpModule(const ops::Case& c, const std::vector<Tensor>& operands,
                                           const std::vector<bool>& constant, const std::vector<TensorType>& results) {
  interpreter::PlanGraph g;
  interpreter::PlanOp op{.op = c.op, .origin = c.name};
  for (size_t i = 0; i < operands.size(); ++i) {
    op.inputs.push_back(operands[i].valid() ? static_cast<int>(g.tensors.size()) : interpreter::kAbsent);
    if (!operands[i].valid()) continue;
    if (!constant[i] && !IsState(c, i)) g.inputs.push_back(op.inputs.back());
    g.tensors.push_back(
        {StrCat("operand", i), operands[i].type(), constant[i] ? operands[i] : Tensor(), IsState(c, i)});
  }
  for (const TensorType& type : results) {
    op.outputs.push_back(static_cast<int>(g.tensors.size()));
    g.tensors.push_back({StrCat("result", op.outputs.size() - 1), type});
  }
  g.outputs = op.outputs;
  g.ops.push_back(std::move(op));
  interpreter::PlanModule module;
  module.graphs.push_back(std::move(g));
  return module;
}

}  // namespace slipway::cases
