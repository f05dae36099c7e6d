#include "interpreter/plan_graph.h"

#include "interpreter/memory.h"

namespace slipway::interpreter {

namespace {

Status CheckIndex(int i, size_t count, const char* what) {
  if (i >= 0 && static_cast<size_t>(i) < count) return OkStatus();
  return BadInput(what, " ", i, " does not exist, there are ", count);
}

Status CheckConstant(PlanTensor& t) {
  if (t.constant.dtype() != t.type.dtype || !(t.constant.shape() == t.type.shape))
    return BadInput("tensor '", t.name, "' is declared ", t.type, ", its elements are ", t.constant.type());
  std::optional<size_t> bytes = MemoryBytes(t.type);
  if (!bytes) return BadInput("tensor '", t.name, "' is too large: ", t.type);
  if (t.type.dtype == DType::kString) return OkStatus();
  if (t.constant.bytes() < *bytes)
    return BadInput("tensor '", t.name, "' needs ", *bytes, " bytes, its data has ", t.constant.bytes());
  size_t unit = static_cast<size_t>(DTypeSize(t.type.dtype));
  if (unit > 1 && reinterpret_cast<uintptr_t>(t.constant.data()) % std::min(unit, size_t{16}) != 0)
    t.constant = t.constant.Clone();
  return OkStatus();
}

Status CheckVariables(const PlanModule& m, const PlanGraph& g, const PlanOp& op) {
  if (!op.op.info().variables) return OkStatus();
  for (const ops::VariableTouch& touch : op.op.info().variables(op.op.data())) {
    RETURN_IF_ERROR(CheckIndex(touch.variable, m.variables.size(), "variable"));
    const PlanVariable& v = m.variables[static_cast<size_t>(touch.variable)];
    if (touch.use != ops::VariableUse::kResult) continue;
    if (op.outputs.empty()) return BadInput("has no result");
    DType dtype = g.tensors[static_cast<size_t>(op.outputs[0])].type.dtype;
    if (dtype != v.type.dtype) return BadInput("reads variable '", v.name, "', which is ", v.type, ", as ", dtype);
  }
  return OkStatus();
}

class GraphCheck {
 public:
  GraphCheck(const PlanModule& m, PlanGraph& g) : module_(m), graph_(g), defined_(g.tensors.size(), false) {}

  Status Run() {
    for (int i : graph_.inputs) {
      RETURN_IF_ERROR(Index(i, "input tensor"));
      graph_.tensors[static_cast<size_t>(i)].constant = {};
      defined_[static_cast<size_t>(i)] = true;
    }
    for (size_t i = 0; i < graph_.tensors.size(); ++i) {
      PlanTensor& t = graph_.tensors[i];
      if (t.is_state) RETURN_IF_ERROR(CheckState(t));
      if (t.constant.valid()) RETURN_IF_ERROR(CheckConstant(t));
      if (t.constant.valid() || t.is_state) defined_[i] = true;
    }
    for (const PlanOp& op : graph_.ops)
      RETURN_IF_ERROR_AT(CheckOp(op), StrCat("'", op.origin, "' (", op.op.name(), ")"));
    for (int i : graph_.outputs) {
      RETURN_IF_ERROR(Index(i, "output tensor"));
      if (!defined_[static_cast<size_t>(i)])
        return BadInput("output '", graph_.tensors[static_cast<size_t>(i)].name, "' is never computed");
    }
    return OkStatus();
  }

 private:
  Status Index(int i, const char* what) const { return CheckIndex(i, graph_.tensors.size(), what); }

  static Status CheckState(const PlanTensor& t) {
    if (t.constant.valid()) return BadInput("tensor '", t.name, "' is a variable and a constant");
    if (DTypeSize(t.type.dtype) == 0 || !MemoryBytes(t.type))
      return Unsupported("variable tensor '", t.name, "' is ", t.type, ", expected a fixed size");
    return OkStatus();
  }

  Status CheckOp(const PlanOp& op) {
    for (int i : op.inputs) {
      if (i == kAbsent) continue;
      RETURN_IF_ERROR(Index(i, "operand tensor"));
      if (!defined_[static_cast<size_t>(i)])
        return BadInput("uses '", graph_.tensors[static_cast<size_t>(i)].name, "' before it is computed");
    }
    for (int i : op.outputs) {
      RETURN_IF_ERROR(Index(i, "result tensor"));
      if (defined_[static_cast<size_t>(i)])
        return BadInput("writes '", graph_.tensors[static_cast<size_t>(i)].name,
                        "', which is an input, a constant, or already computed");
      defined_[static_cast<size_t>(i)] = true;
    }
    return CheckVariables(module_, graph_, op);
  }

  const PlanModule& module_;
  PlanGraph& graph_;
  std::vector<bool> defined_;
};

Status CheckArguments(const std::vector<PlanArgument>& arguments, size_t count, const char* what) {
  for (const PlanArgument& a : arguments)
    RETURN_IF_ERROR_AT(CheckIndex(a.index, count, what), StrCat("'", a.name, "'"));
  return OkStatus();
}

}  // namespace

Status CheckModule(PlanModule& m) {
  if (m.graphs.empty()) return BadInput("the model has no graph");
  for (const PlanVariable& v : m.variables) {
    if (DTypeSize(v.type.dtype) == 0 || !MemoryBytes(v.type))
      return Unsupported("variable '", v.name, "' is ", v.type, ", expected a fixed size");
    if (v.initial.valid() && !(v.initial.dtype() == v.type.dtype && v.initial.shape() == v.type.shape))
      return BadInput("variable '", v.name, "' is ", v.type, ", its initial value is ", v.initial.type());
  }
  for (PlanGraph& g : m.graphs) RETURN_IF_ERROR_AT(GraphCheck(m, g).Run(), StrCat("graph '", g.name, "'"));
  for (const PlanSignature& s : m.signatures) {
    std::string where = StrCat("signature '", s.key, "'");
    RETURN_IF_ERROR_AT(CheckIndex(s.graph, m.graphs.size(), "graph"), where);
    const PlanGraph& g = m.graphs[static_cast<size_t>(s.graph)];
    RETURN_IF_ERROR_AT(CheckArguments(s.inputs, g.inputs.size(), "input"), where);
    RETURN_IF_ERROR_AT(CheckArguments(s.outputs, g.outputs.size(), "output"), where);
  }
  return OkStatus();
}

}  // namespace slipway::interpreter
