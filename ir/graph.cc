#include "ir/graph.h"

#include <algorithm>

#include "ir/calls.h"

namespace slipway::ir {

OperandTypes::OperandTypes(const Graph& g, std::span<const ValueId> inputs) {
  for (ValueId v : inputs) {
    if (v == ValueId::kNone)
      list_.push_back({});
    else
      list_.push_back({&g.type(v), g.ConstantOf(v)});
  }
}

ValueId Graph::NewValue(Value v) {
  values_.push_back(std::move(v));
  return static_cast<ValueId>(values_.size() - 1);
}

ValueId Graph::AddInput(TensorType type, std::string input_name) {
  ValueId id = NewValue({.name = std::move(input_name), .type = std::move(type)});
  inputs_.push_back(id);
  return id;
}

ValueId Graph::AddConstant(Tensor tensor, std::string constant_name) {
  Value v{.name = std::move(constant_name), .type = tensor.type()};
  v.constant = std::move(tensor);
  return NewValue(std::move(v));
}

Result<std::vector<TensorType>> Graph::InferNode(const ops::Op& op, std::span<const ValueId> inputs,
                                                 std::span<const TensorType> types) const {
  for (ValueId v : inputs) CHECK(v == ValueId::kNone || static_cast<size_t>(v) < values_.size());
  OperandTypes operands(*this, inputs);
  ASSIGN_OR_RETURN(std::vector<TensorType> inferred, ops::InferTypes(op, operands.inputs()));
  if (types.empty()) return inferred;
  if (types.size() != inferred.size())
    return BadInput(op.name(), ": ", types.size(), " results are declared, it has ", inferred.size());
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i].dtype != inferred[i].dtype)
      return BadInput(op.name(), ": result ", i, " is declared ", types[i], " but is ", inferred[i]);
    std::optional<Shape> merged = Merge(inferred[i].shape, types[i].shape);
    if (!merged) return BadInput(op.name(), ": result ", i, " is declared ", types[i], " but is ", inferred[i]);
    inferred[i].shape = *merged;
    inferred[i].quant = types[i].quant;
  }
  return inferred;
}

NodeId Graph::InsertNode(Node node, NodeId before) {
  NodeId id = static_cast<NodeId>(nodes_.size());
  NodeId after = before == NodeId::kNone ? last_ : nodes_[static_cast<size_t>(before)].previous;
  node.previous = after;
  node.next = before;
  for (ValueId v : node.inputs)
    if (v != ValueId::kNone) values_[static_cast<size_t>(v)].consumers.push_back(id);
  for (ValueId v : node.outputs) values_[static_cast<size_t>(v)].producer = id;
  nodes_.push_back(std::move(node));
  (after == NodeId::kNone ? first_ : nodes_[static_cast<size_t>(after)].next) = id;
  (before == NodeId::kNone ? last_ : nodes_[static_cast<size_t>(before)].previous) = id;
  ++live_nodes_;
  return id;
}

// Weights that nobody reads any more would be most of a model's memory while it is rewritten.
void Graph::ReleaseConstant(ValueId v) {
  if (value(v).constant && NumUses(v) == 0) values_[static_cast<size_t>(v)].constant = Tensor();
}

void Graph::RemoveNode(NodeId id) {
  Node& n = nodes_[static_cast<size_t>(id)];
  for (ValueId v : n.inputs) {
    if (v == ValueId::kNone) continue;
    auto& uses = values_[static_cast<size_t>(v)].consumers;
    uses.erase(std::find(uses.begin(), uses.end(), id));
    ReleaseConstant(v);
  }
  (n.previous == NodeId::kNone ? first_ : nodes_[static_cast<size_t>(n.previous)].next) = n.next;
  (n.next == NodeId::kNone ? last_ : nodes_[static_cast<size_t>(n.next)].previous) = n.previous;
  n.alive = false;
  n.inputs.clear();
  --live_nodes_;
}

Result<std::vector<ValueId>> Graph::AddNode(ops::Op op, std::vector<ValueId> inputs, std::string origin,
                                            std::span<const TensorType> types) {
  Result<std::vector<TensorType>> inferred = InferNode(op, inputs, types);
  if (!inferred.ok()) return std::move(inferred).status().At(StrCat("'", origin, "'"));
  std::vector<ValueId> outputs;
  for (size_t i = 0; i < inferred->size(); ++i)
    outputs.push_back(NewValue({.name = i == 0 ? origin : StrCat(origin, ":", i), .type = (*inferred)[i]}));
  InsertNode({.op = std::move(op), .inputs = std::move(inputs), .outputs = outputs, .origin = std::move(origin)},
             NodeId::kNone);
  return outputs;
}

Result<ValueId> Graph::Add(ops::Op op, std::vector<ValueId> inputs, std::string origin) {
  ASSIGN_OR_RETURN(std::vector<ValueId> outputs, AddNode(std::move(op), std::move(inputs), std::move(origin)));
  CHECK(outputs.size() == 1);
  return outputs[0];
}

std::vector<NodeId> Graph::Order() const {
  std::vector<NodeId> order;
  order.reserve(static_cast<size_t>(live_nodes_));
  for (NodeId id = first_; id != NodeId::kNone; id = node(id).next) order.push_back(id);
  return order;
}

void Graph::RenumberGraphs(NodeId n, std::span<const int> graphs) {
  ops::Op& op = nodes_[static_cast<size_t>(n)].op;
  op = ops::WithGraphs(op, graphs);
}

bool Graph::IsOutput(ValueId v) const { return std::find(outputs_.begin(), outputs_.end(), v) != outputs_.end(); }

Graph& Module::AddGraph(std::string graph_name) {
  graphs.push_back(std::make_unique<Graph>());
  graphs.back()->name = std::move(graph_name);
  return *graphs.back();
}

const Signature* Module::FindSignature(std::string_view key) const {
  for (const Signature& s : signatures)
    if (s.key == key) return &s;
  return nullptr;
}

Status Verify(const Graph& g) {
  std::vector<bool> defined(static_cast<size_t>(g.num_values()), false);
  for (ValueId v : g.inputs()) defined[static_cast<size_t>(v)] = true;
  for (int i = 0; i < g.num_values(); ++i)
    if (g.value(static_cast<ValueId>(i)).constant) defined[static_cast<size_t>(i)] = true;
  for (NodeId id : g.Order()) {
    const Node& n = g.node(id);
    std::string where = StrCat("verify: '", n.origin, "'");
    for (ValueId v : n.inputs)
      if (v != ValueId::kNone && !defined[static_cast<size_t>(v)])
        return BadInput("value '", g.value(v).name, "' is used before it is computed").At(where);
    OperandTypes operands(g, n.inputs);
    ASSIGN_OR_RETURN_AT(std::vector<TensorType> types, ops::InferTypes(n.op, operands.inputs()), where);
    if (types.size() != n.outputs.size()) return BadInput("has ", n.outputs.size(), " results").At(where);
    for (size_t i = 0; i < types.size(); ++i) {
      const TensorType& have = g.type(n.outputs[i]);
      if (have.dtype != types[i].dtype || !Compatible(types[i].shape, have.shape))
        return BadInput("result ", i, " is ", have, " but should be ", types[i]).At(where);
      defined[static_cast<size_t>(n.outputs[i])] = true;
    }
  }
  for (ValueId v : g.outputs())
    if (!defined[static_cast<size_t>(v)]) return BadInput("verify: output '", g.value(v).name, "' is never computed");
  return OkStatus();
}

Status Verify(const Module& m) {
  for (const auto& g : m.graphs) RETURN_IF_ERROR_AT(Verify(*g), StrCat("graph '", g->name, "'"));
  RETURN_IF_ERROR_AT(CheckReferences(m), "verify");
  for (const Signature& s : m.signatures) {
    if (s.graph < 0 || s.graph >= static_cast<int>(m.graphs.size()))
      return BadInput("signature '", s.key, "' names no graph");
    const Graph& g = *m.graphs[static_cast<size_t>(s.graph)];
    for (const auto& a : s.inputs)
      if (a.index < 0 || a.index >= static_cast<int>(g.inputs().size()))
        return BadInput("signature '", s.key, "': argument '", a.name, "' names no input");
    for (const auto& a : s.outputs)
      if (a.index < 0 || a.index >= static_cast<int>(g.outputs().size()))
        return BadInput("signature '", s.key, "': result '", a.name, "' names no output");
  }
  return OkStatus();
}

}  // namespace slipway::ir
