#include "interpreter/graph/plan_module.h"

#include <utility>

#include "ir/zeros.h"
#include "ops/concat/concat.h"
#include "ops/layer_state/layer_state.h"
#include "ops/states.h"
#include "ops/zeros_like/zeros_like.h"

namespace slipway::interpreter {

namespace {

std::vector<int> Tensors(std::span<const ir::ValueId> values) {
  std::vector<int> tensors;
  for (ir::ValueId v : values) tensors.push_back(v == ir::ValueId::kNone ? kAbsent : static_cast<int>(v));
  return tensors;
}

std::vector<PlanArgument> Arguments(const std::vector<ir::SignatureArgument>& arguments) {
  std::vector<PlanArgument> list;
  for (const ir::SignatureArgument& a : arguments) list.push_back({a.name, a.index});
  return list;
}

}  // namespace

PlanGraph ToPlanGraph(const ir::Graph& graph) {
  PlanGraph plan;
  plan.name = graph.name;
  for (int i = 0; i < graph.num_values(); ++i) {
    ir::ValueId id = static_cast<ir::ValueId>(i);
    const ir::Value& v = graph.value(id);
    PlanTensor tensor{.name = v.name, .type = v.type};
    if (v.constant && graph.NumUses(id) > 0) tensor.constant = *v.constant;
    plan.tensors.push_back(std::move(tensor));
  }
  for (ir::NodeId id : graph.Order()) {
    const ir::Node& n = graph.node(id);
    if (n.op.Is<ops::LayerState>()) {
      plan.tensors[static_cast<size_t>(n.outputs[0])].is_state = true;
      continue;
    }
    PlanOp op{n.op, Tensors(n.inputs), Tensors(n.outputs), n.origin};
    for (int i : ops::StatesOf(n.op)) {
      size_t k = static_cast<size_t>(i);
      if (k >= n.inputs.size() || n.inputs[k] == ir::ValueId::kNone) continue;
      if (graph.ProducerAs<ops::LayerState>(n.inputs[k])) continue;
      int from = std::exchange(op.inputs[k], static_cast<int>(plan.tensors.size()));
      ops::Op begins = ir::IsZeros(graph, n.inputs[k]) ? ops::Op(ops::ZerosLike{}) : ops::Op(ops::Concat{});
      plan.ops.push_back({std::move(begins), {from}, {op.inputs[k]}, n.origin});
      const ir::Value& begin = graph.value(n.inputs[k]);
      plan.tensors.push_back({.name = StrCat(begin.name, "/state"), .type = begin.type, .is_state = true});
    }
    plan.ops.push_back(std::move(op));
  }
  plan.inputs = Tensors(graph.inputs());
  plan.outputs = Tensors(graph.outputs());
  return plan;
}

PlanModule ToPlanModule(const ir::Module& module) {
  PlanModule plan;
  for (const auto& graph : module.graphs) plan.graphs.push_back(ToPlanGraph(*graph));
  for (const ir::Variable& v : module.variables) plan.variables.push_back({v.name, v.type, v.value});
  for (const ir::Table& t : module.tables) plan.tables.push_back({t.name, t.key, t.value, t.keys, t.values});
  for (const ir::Signature& s : module.signatures)
    plan.signatures.push_back({s.key, s.graph, Arguments(s.inputs), Arguments(s.outputs)});
  return plan;
}

Result<std::shared_ptr<const Model>> ModelFromModule(const ir::Module& module) {
  return Model::FromModule(ToPlanModule(module));
}

Result<std::shared_ptr<const Model>> ModelFromGraph(const ir::Graph& graph) {
  PlanModule plan;
  plan.graphs.push_back(ToPlanGraph(graph));
  return Model::FromModule(std::move(plan));
}

}  // namespace slipway::interpreter
