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

}  // namespace

std::vector<bool> NodesThatCount(const Graph& g) {
  std::vector<bool> nodes(static_cast<size_t>(g.num_node_ids())), values(static_cast<size_t>(g.num_values()));
  std::vector<NodeId> order = g.Order();
  for (auto id = order.rbegin(); id != order.rend(); ++id) {
    const Node& n = g.node(*id);
    bool counts = !HasWeights(n) && std::any_of(n.outputs.begin(), n.outputs.end(),
                                                [&](ValueId v) { return values[static_cast<size_t>(v)]; });
    nodes[static_cast<size_t>(*id)] = counts;
    if (!counts && !MakesWholeNumbers(g, n)) continue;
    for (ValueId v : n.inputs)
      if (v != ValueId::kNone && g.type(v).dtype == DType::kF32) values[static_cast<size_t>(v)] = true;
  }
  return nodes;
}

}  // namespace slipway::quantize
