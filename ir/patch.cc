#include "ir/patch.h"

#include <algorithm>

namespace slipway::ir {

Patch::Patch(const Graph& graph, NodeId anchor, std::string rule)
    : graph_(graph), anchor_(anchor), rule_(std::move(rule)), first_new_(graph.num_values()) {}

const TensorType& Patch::type(ValueId v) const {
  int i = static_cast<int>(v);
  return i < first_new_ ? graph_.type(v) : values_[static_cast<size_t>(i - first_new_)].type;
}

const Tensor* Patch::ConstantOf(ValueId v) const {
  int i = static_cast<int>(v);
  if (i < 0) return nullptr;
  if (i < first_new_) return graph_.ConstantOf(v);
  const auto& constant = values_[static_cast<size_t>(i - first_new_)].constant;
  return constant ? &*constant : nullptr;
}

ValueId Patch::Constant(Tensor tensor, std::string name) {
  Value v{.name = std::move(name), .type = tensor.type()};
  v.constant = std::move(tensor);
  values_.push_back(std::move(v));
  return static_cast<ValueId>(first_new_ + static_cast<int>(values_.size()) - 1);
}

Result<std::vector<ValueId>> Patch::AddNode(ops::Op op, std::vector<ValueId> inputs, std::string origin,
                                            std::span<const TensorType> declared) {
  std::vector<ops::InferInput> operands;
  for (ValueId v : inputs) {
    if (v == ValueId::kNone)
      operands.push_back({});
    else
      operands.push_back({&type(v), ConstantOf(v)});
  }
  Result<std::vector<TensorType>> types = ops::InferTypes(op, ops::Inputs(operands));
  if (!types.ok()) return std::move(types).status().At(StrCat(rule_, ": '", origin, "'"));
  if (!declared.empty()) {
    if (declared.size() != types->size()) return BadInput(rule_, ": '", origin, "': wrong number of declared results");
    for (size_t i = 0; i < declared.size(); ++i) {
      std::optional<Shape> merged = Merge((*types)[i].shape, declared[i].shape);
      if (!merged || declared[i].dtype != (*types)[i].dtype)
        return BadInput(rule_, ": '", origin, "': result ", i, " is declared ", declared[i], " but is ", (*types)[i]);
      (*types)[i].shape = *merged;
      (*types)[i].quant = declared[i].quant;
    }
  }
  Node node{.op = std::move(op), .inputs = std::move(inputs), .origin = origin};
  for (size_t i = 0; i < types->size(); ++i) {
    values_.push_back({.name = i == 0 ? origin : StrCat(origin, ":", i), .type = (*types)[i]});
    node.outputs.push_back(static_cast<ValueId>(first_new_ + static_cast<int>(values_.size()) - 1));
  }
  nodes_.push_back(node);
  return node.outputs;
}

Result<ValueId> Patch::Add(ops::Op op, std::vector<ValueId> inputs, std::string origin,
                           std::span<const TensorType> types) {
  ASSIGN_OR_RETURN(std::vector<ValueId> outputs, AddNode(std::move(op), std::move(inputs), std::move(origin), types));
  CHECK(outputs.size() == 1);
  return outputs[0];
}

Status Patch::Apply(Graph& g) const {
  CHECK(&g == &graph_ && g.num_values() == first_new_);
  auto retyped = [&](ValueId v) {
    return std::any_of(retypes_.begin(), retypes_.end(), [&](const auto& r) { return r.first == v; });
  };
  for (const auto& [before, after] : replacements_) {
    const TensorType &a = g.type(before), &b = type(after);
    bool same = a.dtype == b.dtype && a.quant == b.quant && Compatible(a.shape, b.shape);
    if (!same && !retyped(before))
      return BadInput(rule_, ": would change '", g.value(before).name, "' from ", a, " to ", b);
  }
  for (const Value& v : values_) g.NewValue(v);
  for (const Node& n : nodes_) g.InsertNode(n, anchor_);
  for (const auto& [v, new_type] : retypes_) g.values_[static_cast<size_t>(v)].type = new_type;

  for (const auto& [before, after] : replacements_) {
    Value& old_value = g.values_[static_cast<size_t>(before)];
    Value& new_value = g.values_[static_cast<size_t>(after)];
    bool is_new = static_cast<int>(after) >= first_new_;
    if (is_new && !retyped(before)) new_value.type.shape = *Merge(old_value.type.shape, new_value.type.shape);
    if (is_new) std::swap(new_value.name, old_value.name);
    // Nodes of this patch may read the old value (x -> f(x)): their uses stay.
    int first_new_node = g.num_node_ids() - static_cast<int>(nodes_.size());
    std::vector<NodeId> kept;
    for (NodeId user : old_value.consumers) {
      if (static_cast<int>(user) >= first_new_node) {
        kept.push_back(user);
        continue;
      }
      auto& inputs = g.nodes_[static_cast<size_t>(user)].inputs;
      *std::find(inputs.begin(), inputs.end(), before) = after;
      new_value.consumers.push_back(user);
    }
    old_value.consumers = std::move(kept);
    std::replace(g.outputs_.begin(), g.outputs_.end(), before, after);
    g.ReleaseConstant(before);
  }
  // Sweep what the replacements left without use, upwards.
  std::vector<NodeId> work;
  for (const auto& [before, after] : replacements_) work.push_back(g.value(before).producer);
  while (!work.empty()) {
    NodeId id = work.back();
    work.pop_back();
    if (id == NodeId::kNone || !g.node(id).alive || g.node(id).op.info().stateful) continue;
    const std::vector<ValueId>& outs = g.node(id).outputs;
    if (std::any_of(outs.begin(), outs.end(), [&](ValueId v) { return g.NumUses(v) > 0; })) continue;
    for (ValueId v : g.node(id).inputs)
      if (v != ValueId::kNone) work.push_back(g.value(v).producer);
    g.RemoveNode(id);
  }
  return OkStatus();
}

void Patch::RemoveStateful(Graph& g, NodeId n) {
  for (ValueId v : g.node(n).outputs) CHECK(g.NumUses(v) == 0);
  g.RemoveNode(n);
}

int RemoveUnused(Graph& g) {
  int removed = 0;
  std::vector<NodeId> order = g.Order();
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const Node& n = g.node(*it);
    if (n.op.info().stateful) continue;
    bool used = std::any_of(n.outputs.begin(), n.outputs.end(), [&](ValueId v) { return g.NumUses(v) > 0; });
    if (used) continue;
    Patch::Remove(g, *it);
    ++removed;
  }
  return removed;
}

}  // namespace slipway::ir
