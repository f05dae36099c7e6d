#pragma once
// Patch: one rewrite, made beside the graph and applied at once. Only Apply changes an existing graph.
//
// New nodes go in just before the anchor node. Replace moves all uses of a value to another one; producers that then
// have no use are removed (stateful ones stay). Apply refuses a patch that changes the type of a replaced value, unless
// the patch said Retype for it, and one that uses a value before it is computed. A refused patch leaves the graph as it
// was.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/graph.h"

namespace slipway::ir {

// Removes nodes without uses (stateful ones stay) and reports how many went.
int RemoveUnused(Graph&);

class Patch {
 public:
  Patch(const Graph& graph, NodeId anchor, std::string rule);

  const std::string& rule() const { return rule_; }
  // What it brings and what that stands for: (value of the graph, value in its place).
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<std::pair<ValueId, ValueId>>& replacements() const { return replacements_; }
  ValueId Constant(Tensor tensor, std::string name);
  Result<std::vector<ValueId>> AddNode(ops::Op op, std::vector<ValueId> inputs, std::string origin,
                                       std::span<const TensorType> types = {});
  Result<ValueId> Add(ops::Op op, std::vector<ValueId> inputs, std::string origin,
                      std::span<const TensorType> types = {});
  void Replace(ValueId old_value, ValueId new_value) { replacements_.emplace_back(old_value, new_value); }
  // Gives a value another type (materialize, set_shapes, set_io_type only).
  void Retype(ValueId v, TensorType type) { retypes_.emplace_back(v, std::move(type)); }
  // Type of a value of the graph or of this patch.
  const TensorType& type(ValueId v) const;
  const Tensor* ConstantOf(ValueId v) const;

  Status Apply(Graph& graph) const;

  // Removes a stateful node whose results have no use: for passes that know its effect is no longer needed.
  static void RemoveStateful(Graph& g, NodeId n);

 private:
  friend int RemoveUnused(Graph&);
  static void Remove(Graph& g, NodeId n) { g.RemoveNode(n); }
  const Graph& graph_;
  NodeId anchor_;
  std::string rule_;
  int first_new_;  // ids from here on are this patch's
  std::vector<Value> values_;
  std::vector<Node> nodes_;
  std::vector<std::pair<ValueId, ValueId>> replacements_;
  std::vector<std::pair<ValueId, TensorType>> retypes_;
};

}  // namespace slipway::ir
