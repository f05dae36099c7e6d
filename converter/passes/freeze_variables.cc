#include <set>

#include "converter/passes/passes.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/read_variable/read_variable.h"

namespace slipway::converter {

Result<int> FreezeVariables(ir::Module& m) {
  std::set<int> written;
  for (const auto& g : m.graphs)
    for (ir::NodeId id : g->Order())
      if (const auto* assign = g->node(id).op.As<ops::AssignVariable>()) written.insert(assign->variable);
  int frozen = 0;
  for (auto& g : m.graphs) {
    for (ir::NodeId id : g->Order()) {
      const auto* read = g->node(id).op.As<ops::ReadVariable>();
      if (!read || written.count(read->variable)) continue;
      const ir::Variable& v = m.variables[static_cast<size_t>(read->variable)];
      if (!v.value.valid())
        return BadInput("variable '", v.name, "' has no value: the model's variables are incomplete");
      ir::ValueId result = g->node(id).outputs[0];
      ir::Patch p(*g, id, "freeze_variables");
      p.Replace(result, p.Constant(v.value, v.name));
      RETURN_IF_ERROR(p.Apply(*g));
      ir::Patch::RemoveStateful(*g, id);
      ++frozen;
    }
  }
  for (size_t i = 0; i < m.variables.size(); ++i) {
    if (written.count(static_cast<int>(i))) continue;
    m.variables[i].value = Tensor();       // the constants hold it
    m.variables[i].type.shape = Shape{0};  // nor does an interpreter make room for it
  }
  return frozen;
}

}  // namespace slipway::converter
