#include "quantize/counting_nodes.h"

#include <algorithm>

#include "ops/binary/binary.h"
#include "ops/bitcast/bitcast.h"
#include "ops/cast/cast.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/tables/quant.h"
#include "ops/unary/unary.h"

namespace slipway::quantize {

using ir::Graph;
using ir::Node;
using ir::NodeId;
using ir::ValueId;

namespace {

bool MakesWholeNumbers(const Graph& g, const Node& n) {
  if (n.op.Is<ops::Cast>() || n.op.Is<ops::Bitcast>()) return IsInteger(g.type(n.outputs[0]).dtype);
  if (const auto* unary = n.op.As<ops::Unary>())
    return unary->kind == ops::UnaryKind::kFloor || unary->kind == ops::UnaryKind::kCeil ||
           unary->kind == ops::UnaryKind::kRound;
  const auto* binary = n.op.As<ops::Binary>();
  return binary && (binary->kind == ops::BinaryKind::kFloorDiv || binary->kind == ops::BinaryKind::kFloorMod);
}

bool HasWeights(const Node& n) { return ops::QuantRuleOf(n.op).weights >= 0 || n.op.Is<ops::MatMul>(); }

bool IsUnary(const Node& n, ops::UnaryKind kind) {
  const auto* unary = n.op.As<ops::Unary>();
  return unary && unary->kind == kind;
}

// From the last node to the first: the nodes that `starts`, or that make operands of such as `passes` them on.
template <class Starts, class Takes, class Passes>
std::vector<bool> Upstream(const Graph& g, const Starts& starts, const Takes& takes, const Passes& passes) {
  std::vector<bool> nodes(static_cast<size_t>(g.num_node_ids())), values(static_cast<size_t>(g.num_values()));
  std::vector<NodeId> order = g.Order();
  for (auto id = order.rbegin(); id != order.rend(); ++id) {
    const Node& n = g.node(*id);
    bool reaches = takes(n) && std::any_of(n.outputs.begin(), n.outputs.end(),
                                           [&](ValueId v) { return values[static_cast<size_t>(v)]; });
    nodes[static_cast<size_t>(*id)] = reaches;
    if (!starts(n) && !(reaches && passes(n))) continue;
    for (ValueId v : n.inputs)
      if (v != ValueId::kNone && g.type(v).dtype == DType::kF32) values[static_cast<size_t>(v)] = true;
  }
  return nodes;
}

}  // namespace

std::vector<bool> NodesThatCount(const Graph& g) {
  auto no_layer = [](const Node& n) { return !HasWeights(n); };
  return Upstream(
      g, [&](const Node& n) { return MakesWholeNumbers(g, n); }, no_layer, no_layer);
}

std::vector<bool> NodesOfLogarithms(const Graph& g) {
  auto is_log = [](const Node& n) { return IsUnary(n, ops::UnaryKind::kLog); };
  auto any = [](const Node&) { return true; };
  auto passes = [](const Node& n) {
    return !HasWeights(n) && !ops::QuantRuleOf(n.op).fixed_output && !IsUnary(n, ops::UnaryKind::kExp);
  };
  std::vector<bool> nodes = Upstream(g, is_log, any, passes);
  for (NodeId id : g.Order())
    if (is_log(g.node(id))) nodes[static_cast<size_t>(id)] = true;
  return nodes;
}

}  // namespace slipway::quantize
