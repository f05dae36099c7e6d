#include "quantize/recurrent_nodes.h"

#include <algorithm>

#include "ops/dynamic_update_slice/dynamic_update_slice.h"
#include "ops/while/while.h"

namespace slipway::quantize {

using ir::Graph;
using ir::Node;
using ir::NodeId;
using ir::ValueId;

namespace {

bool IsBodyOfLoop(const ir::Module& m, int graph) {
  for (const auto& g : m.graphs)
    for (NodeId id : g->Order())
      if (const auto* loop = g->node(id).op.As<ops::While>(); loop && loop->body_graph == graph) return true;
  return false;
}

class Reach {
 public:
  explicit Reach(const Graph& g) : g_(g), order_(g.Order()) {}

  // Marks the nodes on ways from `from` to `to` along floats.
  void MarkBetween(ValueId from, ValueId to, std::vector<bool>* nodes) const {
    std::vector<bool> behind = Marked(from), before = Marked(to);
    for (NodeId id : order_) {
      const Node& n = g_.node(id);
      if (n.op.Is<ops::DynamicUpdateSlice>() || !Touches(n.inputs, behind)) continue;
      for (ValueId v : n.outputs) Mark(v, &behind);
    }
    for (auto id = order_.rbegin(); id != order_.rend(); ++id) {
      const Node& n = g_.node(*id);
      if (n.op.Is<ops::DynamicUpdateSlice>() || !Touches(n.outputs, before)) continue;
      for (ValueId v : n.inputs) Mark(v, &before);
      if (Touches(n.inputs, behind)) (*nodes)[static_cast<size_t>(*id)] = true;
    }
  }

  // Marks the nodes that only marked nodes use.
  void MarkFeeders(std::vector<bool>* nodes) const {
    auto marked = [&](NodeId id) { return (*nodes)[static_cast<size_t>(id)]; };
    for (auto id = order_.rbegin(); id != order_.rend(); ++id) {
      const std::vector<ValueId>& results = g_.node(*id).outputs;
      bool feeds = std::all_of(results.begin(), results.end(), [&](ValueId v) {
        const std::vector<NodeId>& users = g_.value(v).consumers;
        return !g_.IsOutput(v) && !users.empty() && std::all_of(users.begin(), users.end(), marked);
      });
      if (feeds) (*nodes)[static_cast<size_t>(*id)] = true;
    }
  }

 private:
  std::vector<bool> Marked(ValueId v) const {
    std::vector<bool> marks(static_cast<size_t>(g_.num_values()));
    Mark(v, &marks);
    return marks;
  }
  void Mark(ValueId v, std::vector<bool>* marks) const {
    if (v != ValueId::kNone && g_.type(v).dtype == DType::kF32) (*marks)[static_cast<size_t>(v)] = true;
  }
  static bool Touches(std::span<const ValueId> values, const std::vector<bool>& marks) {
    return std::any_of(values.begin(), values.end(),
                       [&](ValueId v) { return v != ValueId::kNone && marks[static_cast<size_t>(v)]; });
  }

  const Graph& g_;
  std::vector<NodeId> order_;
};

}  // namespace

std::vector<bool> RecurrentNodes(const ir::Module& m, int graph) {
  const Graph& g = *m.graphs[static_cast<size_t>(graph)];
  std::vector<bool> nodes(static_cast<size_t>(g.num_node_ids()));
  if (!IsBodyOfLoop(m, graph)) return nodes;
  Reach reach(g);
  for (size_t i = 0; i < g.inputs().size() && i < g.outputs().size(); ++i)
    reach.MarkBetween(g.inputs()[i], g.outputs()[i], &nodes);
  reach.MarkFeeders(&nodes);
  return nodes;
}

}  // namespace slipway::quantize
