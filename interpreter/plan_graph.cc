#include "interpreter/plan_graph.h"

#include <algorithm>

#include "interpreter/kept.h"
#include "interpreter/lookup_table.h"
#include "interpreter/memory.h"
#include "ops/table_use.h"

namespace slipway::interpreter {

namespace {

Status CheckIndex(int i, size_t count, const char* what) {
  if (i >= 0 && static_cast<size_t>(i) < count) return OkStatus();
  return BadInput(what, " ", i, " does not exist, there are ", count);
}

// Can a variable be of this type? Not of strings or handles.
bool IsFixedSize(const TensorType& t) { return DTypeBytes(t.dtype, 1) != 0 && MemoryBytes(t); }

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
  if (!Keeps(Part::kResources)) return OkStatus();
  for (const ops::VariableTouch& touch : OwnTouchesOf(op.op)) {
    RETURN_IF_ERROR(CheckIndex(touch.variable, m.variables.size(), "variable"));
    const PlanVariable& v = m.variables[static_cast<size_t>(touch.variable)];
    if (touch.use != ops::VariableUse::kResult) continue;
    if (op.outputs.empty()) return BadInput("has no result");
    DType dtype = g.tensors[static_cast<size_t>(op.outputs[0])].type.dtype;
    if (dtype != v.type.dtype) return BadInput("reads variable '", v.name, "', which is ", v.type, ", as ", dtype);
  }
  return OkStatus();
}

DType TypeOf(const PlanGraph& g, const std::vector<int>& tensors, size_t i) {
  return i < tensors.size() && tensors[i] != kAbsent ? g.tensors[static_cast<size_t>(tensors[i])].type.dtype
                                                     : DType::kInvalid;
}

Status CheckTable(const PlanModule& m, const PlanGraph& g, const PlanOp& op) {
  if (!Keeps(Part::kResources)) return OkStatus();
  int table = ops::TableOf(op.op);
  if (table == -1) return OkStatus();
  RETURN_IF_ERROR(CheckIndex(table, m.tables.size(), "table"));
  const PlanTable& t = m.tables[static_cast<size_t>(table)];
  if (op.inputs.empty()) return OkStatus();
  DType key = TypeOf(g, op.inputs, 0), value = TypeOf(g, op.inputs, 1);
  if (key != t.key || value != t.value)
    return BadInput("table '", t.name, "' maps ", t.key, " to ", t.value, ", it is used for ", key, " and ", value);
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
    std::vector<char> made(graph_.tensors.size(), false);
    for (const PlanOp& op : graph_.ops)
      for (int i : op.outputs)
        if (i >= 0 && static_cast<size_t>(i) < made.size()) made[static_cast<size_t>(i)] = true;
    for (size_t i = 0; i < graph_.tensors.size(); ++i) {
      PlanTensor& t = graph_.tensors[i];
      if (Keeps(Part::kStates) && t.is_state) RETURN_IF_ERROR(CheckState(t, made[i]));
      if (t.constant.valid()) RETURN_IF_ERROR(CheckConstant(t));
      if (t.constant.valid() || (t.is_state && !made[i])) defined_[i] = true;
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

  // One that each run sets before it is used may have any size.
  static Status CheckState(const PlanTensor& t, bool made) {
    if (t.constant.valid()) return BadInput("tensor '", t.name, "' is a variable and a constant");
    if (!IsFixedSize(t.type) && !(made && DTypeSize(t.type.dtype) > 0))
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
    RETURN_IF_ERROR(CheckTable(module_, graph_, op));
    return CheckVariables(module_, graph_, op);
  }

  const PlanModule& module_;
  PlanGraph& graph_;
  std::vector<char> defined_;
};

std::string NameOf(const PlanModule& m, int graph) {
  return StrCat("'", m.graphs[static_cast<size_t>(graph)].name, "'");
}

// One list against another: operands against a graph's inputs, its outputs against results.
Status CheckTypes(const PlanGraph& g, std::span<const int> own, const PlanGraph& caller, std::span<const int> others,
                  const char* what) {
  if (own.size() != others.size())
    return BadInput("graph '", g.name, "' has ", own.size(), " ", what, ", the op has ", others.size());
  for (size_t i = 0; i < own.size(); ++i) {
    const PlanTensor& t = g.tensors[static_cast<size_t>(own[i])];
    if (others[i] == kAbsent) return BadInput("operand ", i, " is absent, graph '", g.name, "' needs it");
    DType other = caller.tensors[static_cast<size_t>(others[i])].type.dtype;
    if (t.type.dtype != other)
      return BadInput("graph '", g.name, "' has ", t.type.dtype, " as '", t.name, "', the op has ", other);
  }
  return OkStatus();
}

// That the graph fits the op that runs it.
Status CheckUse(const PlanModule& m, const PlanGraph& caller, const PlanOp& op, const ops::GraphUse& use) {
  RETURN_IF_ERROR(CheckIndex(use.graph, m.graphs.size(), "graph"));
  const PlanGraph& g = m.graphs[static_cast<size_t>(use.graph)];
  for (size_t i = 0; i < g.inputs.size(); ++i)
    if (std::find(g.inputs.begin(), g.inputs.begin() + static_cast<ptrdiff_t>(i), g.inputs[i]) !=
        g.inputs.begin() + static_cast<ptrdiff_t>(i))
      return BadInput("graph '", g.name, "' lists the input '", g.tensors[static_cast<size_t>(g.inputs[i])].name,
                      "' twice");
  size_t first = std::min(static_cast<size_t>(use.first_operand), op.inputs.size());
  RETURN_IF_ERROR(CheckTypes(g, g.inputs, caller, std::span(op.inputs).subspan(first), "inputs"));
  if (!use.decides) return CheckTypes(g, g.outputs, caller, op.outputs, "outputs");
  if (g.outputs.size() != 1 || !ops::IsOneBool(g.tensors[static_cast<size_t>(g.outputs[0])].type))
    return BadInput("graph '", g.name, "' decides whether to go on, so it gives one bool");
  return OkStatus();
}

// Visits graphs after those that they run: a cycle shows, and what a graph does is known when it is asked for.
class CallCheck {
 public:
  explicit CallCheck(PlanModule& m) : module_(m), state_(m.graphs.size(), kNew), height_(m.graphs.size(), 0) {}

  Status Run() {
    for (size_t i = 0; i < module_.graphs.size(); ++i) RETURN_IF_ERROR(Visit(static_cast<int>(i)));
    return OkStatus();
  }

 private:
  enum State : uint8_t { kNew, kOpen, kDone };

  Status Visit(int graph) {
    size_t at = static_cast<size_t>(graph);
    if (state_[at] == kDone) return OkStatus();
    if (state_[at] == kOpen) return Cycle(graph);
    state_[at] = kOpen;
    path_.push_back(graph);
    if (path_.size() > static_cast<size_t>(kMaxGraphDepth)) return TooDeep();
    PlanGraph& g = module_.graphs[at];
    for (const PlanOp& op : g.ops) {
      for (const ops::GraphUse& use : ops::GraphsOf(op.op)) {
        RETURN_IF_ERROR_AT(CheckUse(module_, g, op, use), StrCat("'", op.origin, "' (", op.op.name(), ")"));
        RETURN_IF_ERROR(Visit(use.graph));
        height_[at] = std::max(height_[at], height_[static_cast<size_t>(use.graph)] + 1);
      }
      Summarize(op, &g);
    }
    if (height_[at] >= kMaxGraphDepth) return TooDeep();
    path_.pop_back();
    state_[at] = kDone;
    return OkStatus();
  }

  void Summarize(const PlanOp& op, PlanGraph* g) const {
    g->has_effects |= HasEffects(module_, op.op);
    for (const ops::VariableTouch& touch : TouchesOf(module_, op.op)) {
      ops::VariableUse use = touch.use == ops::VariableUse::kWrite ? touch.use : ops::VariableUse::kRead;
      auto same = [&](const ops::VariableTouch& t) { return t.variable == touch.variable && t.use == use; };
      if (std::none_of(g->touches.begin(), g->touches.end(), same)) g->touches.push_back({touch.variable, use});
    }
  }

  Status Cycle(int graph) const {
    std::string names;
    for (auto it = std::find(path_.begin(), path_.end(), graph); it != path_.end(); ++it)
      StrAppend(names, NameOf(module_, *it), " runs ");
    return BadInput("graphs run each other in a circle: ", names, NameOf(module_, graph));
  }

  static Status TooDeep() { return Unsupported("graphs run each other more than ", kMaxGraphDepth, " deep"); }

  PlanModule& module_;
  std::vector<State> state_;
  std::vector<int> height_;  // of the graphs below it
  std::vector<int> path_;
};

Status CheckTableContent(const PlanTable& t) {
  if (!ops::IsTableKey(t.key) || !ops::IsTableValue(t.value)) return Unsupported("it maps ", t.key, " to ", t.value);
  if (!t.keys.valid() && !t.values.valid()) return OkStatus();
  if (!t.keys.valid() || !t.values.valid()) return BadInput("it has keys or values alone");
  return LookupTable(t.key, t.value).Import(t.keys, t.values);
}

Status CheckResources(const PlanModule& m) {
  for (const PlanVariable& v : m.variables) {
    if (!IsFixedSize(v.type)) return Unsupported("variable '", v.name, "' is ", v.type, ", expected a fixed size");
    if (v.initial.valid() && !(v.initial.dtype() == v.type.dtype && v.initial.shape() == v.type.shape))
      return BadInput("variable '", v.name, "' is ", v.type, ", its initial value is ", v.initial.type());
  }
  for (const PlanTable& t : m.tables) RETURN_IF_ERROR_AT(CheckTableContent(t), StrCat("table '", t.name, "'"));
  return OkStatus();
}

Status CheckArguments(const std::vector<PlanArgument>& arguments, size_t count, const char* what) {
  for (const PlanArgument& a : arguments)
    RETURN_IF_ERROR_AT(CheckIndex(a.index, count, what), StrCat("'", a.name, "'"));
  return OkStatus();
}

}  // namespace

std::vector<ops::VariableTouch> OwnTouchesOf(const ops::Op& op) {
  return op.info().variables ? op.info().variables(op.data()) : std::vector<ops::VariableTouch>();
}

std::vector<ops::VariableTouch> TouchesOf(const PlanModule& m, const ops::Op& op) {
  std::vector<ops::VariableTouch> touches = OwnTouchesOf(op);
  for (const ops::GraphUse& use : ops::GraphsOf(op)) {
    const auto& inner = m.graphs[static_cast<size_t>(use.graph)].touches;
    touches.insert(touches.end(), inner.begin(), inner.end());
  }
  return touches;
}

bool HasEffects(const PlanModule& m, const ops::Op& op) {
  if (!op.info().stateful) return false;
  if (Keeps(Part::kCalls)) {
    std::vector<ops::GraphUse> uses = ops::GraphsOf(op);
    auto has_effects = [&](const ops::GraphUse& use) { return m.graphs[static_cast<size_t>(use.graph)].has_effects; };
    if (!uses.empty()) return std::any_of(uses.begin(), uses.end(), has_effects);
  }
  if (!Keeps(Part::kResources) || !op.info().variables) return true;
  std::vector<ops::VariableTouch> touches = OwnTouchesOf(op);
  return std::any_of(touches.begin(), touches.end(),
                     [](const ops::VariableTouch& t) { return t.use == ops::VariableUse::kWrite; });
}

Status CheckModule(PlanModule& m) {
  if (m.graphs.empty()) return BadInput("the model has no graph");
  if (Keeps(Part::kResources)) RETURN_IF_ERROR(CheckResources(m));
  for (PlanGraph& g : m.graphs) {
    g.touches.clear();
    g.has_effects = false;
    RETURN_IF_ERROR_AT(GraphCheck(m, g).Run(), StrCat("graph '", g.name, "'"));
  }
  if (Keeps(Part::kCalls)) RETURN_IF_ERROR(CallCheck(m).Run());
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
