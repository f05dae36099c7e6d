#include "ir/calls.h"

#include <algorithm>

#include "ops/table_use.h"

namespace slipway::ir {

namespace {

Status CheckTypes(const Graph& g, std::span<const ValueId> own, const Graph& caller, std::span<const ValueId> others,
                  const char* what) {
  if (own.size() != others.size())
    return BadInput("graph '", g.name, "' has ", own.size(), " ", what, ", the op has ", others.size());
  for (size_t i = 0; i < own.size(); ++i) {
    if (others[i] == ValueId::kNone) return BadInput("operand ", i, " is absent, graph '", g.name, "' needs it");
    DType mine = g.type(own[i]).dtype, other = caller.type(others[i]).dtype;
    if (mine != other)
      return BadInput("graph '", g.name, "' has ", mine, " as '", g.value(own[i]).name, "', the op has ", other);
  }
  return OkStatus();
}

Status CheckUse(const Module& m, const Graph& caller, const Node& n, const ops::GraphUse& use) {
  if (use.graph < 0 || static_cast<size_t>(use.graph) >= m.graphs.size())
    return BadInput("graph ", use.graph, " does not exist, there are ", m.graphs.size());
  const Graph& g = *m.graphs[static_cast<size_t>(use.graph)];
  size_t first = std::min(static_cast<size_t>(use.first_operand), n.inputs.size());
  RETURN_IF_ERROR(CheckTypes(g, g.inputs(), caller, std::span(n.inputs).subspan(first), "inputs"));
  if (!use.decides) return CheckTypes(g, g.outputs(), caller, n.outputs, "outputs");
  if (g.outputs().size() != 1 || !ops::IsOneBool(g.type(g.outputs()[0])))
    return BadInput("graph '", g.name, "' decides whether to go on, so it gives one bool");
  return OkStatus();
}

class CallCheck {
 public:
  explicit CallCheck(const Module& m) : module_(m), height_(m.graphs.size(), kNew) {}

  Status Run() {
    for (size_t i = 0; i < module_.graphs.size(); ++i) RETURN_IF_ERROR(Visit(i));
    return OkStatus();
  }

 private:
  static constexpr int kNew = -1;

  Status Visit(size_t graph) {
    if (height_[graph] != kNew) return OkStatus();
    if (std::find(path_.begin(), path_.end(), graph) != path_.end()) return Cycle(graph);
    path_.push_back(graph);
    if (path_.size() > static_cast<size_t>(kMaxGraphDepth)) return TooDeep();
    const Graph& g = *module_.graphs[graph];
    int height = 0;
    for (NodeId id = g.first(); id != NodeId::kNone; id = g.node(id).next)
      for (const ops::GraphUse& use : ops::GraphsOf(g.node(id).op)) {
        const Node& n = g.node(id);
        RETURN_IF_ERROR_AT(CheckUse(module_, g, n, use), StrCat("'", n.origin, "' (", n.op.name(), ")"));
        RETURN_IF_ERROR(Visit(static_cast<size_t>(use.graph)));
        height = std::max(height, height_[static_cast<size_t>(use.graph)] + 1);
      }
    if (height >= kMaxGraphDepth) return TooDeep();
    path_.pop_back();
    height_[graph] = height;
    return OkStatus();
  }

  Status Cycle(size_t graph) const {
    std::string names;
    for (auto it = std::find(path_.begin(), path_.end(), graph); it != path_.end(); ++it)
      StrAppend(names, "'", module_.graphs[*it]->name, "' runs ");
    return BadInput("graphs run each other in a circle: ", names, "'", module_.graphs[graph]->name, "'");
  }

  static Status TooDeep() { return Unsupported("graphs run each other more than ", kMaxGraphDepth, " deep"); }

  const Module& module_;
  std::vector<int> height_;  // of the graphs below; kNew: not visited
  std::vector<size_t> path_;
};

}  // namespace

Status CheckCalls(const Module& m) { return CallCheck(m).Run(); }

Status CheckReferences(const Module& m) {
  auto exists = [](int i, size_t count) { return i >= 0 && static_cast<size_t>(i) < count; };
  for (const auto& g : m.graphs)
    for (NodeId id : g->Order()) {
      const Node& n = g->node(id);
      if (int table = ops::TableOf(n.op); table != -1 && !exists(table, m.tables.size()))
        return BadInput("'", n.origin, "' names no table");
      if (!n.op.info().variables) continue;
      for (const ops::VariableTouch& touch : n.op.info().variables(n.op.data()))
        if (!exists(touch.variable, m.variables.size())) return BadInput("'", n.origin, "' names no variable");
    }
  return CheckCalls(m);
}

std::vector<bool> ReachedGraphs(const Module& m) {
  std::vector<bool> reached(m.graphs.size(), false);
  std::vector<int> work;
  for (const Signature& s : m.signatures) work.push_back(s.graph);
  while (!work.empty()) {
    size_t graph = static_cast<size_t>(work.back());
    work.pop_back();
    if (graph >= reached.size() || reached[graph]) continue;
    reached[graph] = true;
    for (NodeId id : m.graphs[graph]->Order())
      for (const ops::GraphUse& use : ops::GraphsOf(m.graphs[graph]->node(id).op)) work.push_back(use.graph);
  }
  return reached;
}

void RemoveUnreachedGraphs(Module& m) {
  std::vector<bool> reached = ReachedGraphs(m);
  std::vector<int> moved(reached.size(), -1);
  int kept = 0;
  for (size_t i = 0; i < reached.size(); ++i)
    if (reached[i]) moved[i] = kept++;
  if (kept == static_cast<int>(reached.size())) return;
  std::vector<std::unique_ptr<Graph>> graphs;
  for (size_t i = 0; i < reached.size(); ++i) {
    if (!reached[i]) continue;
    Graph& g = *graphs.emplace_back(std::move(m.graphs[i]));
    for (NodeId id : g.Order()) {
      std::vector<int> uses;
      for (const ops::GraphUse& use : ops::GraphsOf(g.node(id).op))
        uses.push_back(moved[static_cast<size_t>(use.graph)]);
      if (!uses.empty()) g.RenumberGraphs(id, uses);
    }
  }
  m.graphs = std::move(graphs);
  for (Signature& s : m.signatures) s.graph = moved[static_cast<size_t>(s.graph)];
}

Result<std::unique_ptr<Graph>> CopyWithConstants(const Graph& g, std::span<const Tensor* const> inputs,
                                                 const std::vector<bool>& outputs) {
  auto copy = std::make_unique<Graph>();
  copy->name = g.name;
  std::vector<ValueId> to(static_cast<size_t>(g.num_values()), ValueId::kNone);
  for (size_t i = 0; i < g.inputs().size(); ++i) {
    const Value& v = g.value(g.inputs()[i]);
    to[static_cast<size_t>(g.inputs()[i])] =
        inputs[i] ? copy->AddConstant(*inputs[i], v.name) : copy->AddInput(v.type, v.name);
  }
  auto use = [&](ValueId v) {
    if (v == ValueId::kNone) return v;
    ValueId& mine = to[static_cast<size_t>(v)];
    if (mine == ValueId::kNone) mine = copy->AddConstant(*g.value(v).constant, g.value(v).name);
    return mine;
  };
  for (NodeId id : g.Order()) {
    const Node& n = g.node(id);
    std::vector<ValueId> operands;
    std::vector<TensorType> types;
    for (ValueId v : n.inputs) operands.push_back(use(v));
    for (ValueId v : n.outputs) types.push_back(g.type(v));
    ASSIGN_OR_RETURN(std::vector<ValueId> results, copy->AddNode(n.op, std::move(operands), n.origin, types));
    for (size_t k = 0; k < results.size(); ++k) {
      to[static_cast<size_t>(n.outputs[k])] = results[k];
      copy->SetValueName(results[k], g.value(n.outputs[k]).name);
    }
  }
  std::vector<ValueId> kept;
  for (size_t i = 0; i < g.outputs().size(); ++i)
    if (outputs[i]) kept.push_back(use(g.outputs()[i]));
  copy->SetOutputs(std::move(kept));
  return copy;
}

Result<Module> CopyOf(const Module& m) {
  Module copy;
  for (const auto& g : m.graphs) {
    std::vector<const Tensor*> none(g->inputs().size(), nullptr);
    ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph,
                     CopyWithConstants(*g, none, std::vector<bool>(g->outputs().size(), true)));
    copy.graphs.push_back(std::move(graph));
  }
  copy.variables = m.variables;
  copy.tables = m.tables;
  copy.assets = m.assets;
  copy.signatures = m.signatures;
  return copy;
}

}  // namespace slipway::ir
