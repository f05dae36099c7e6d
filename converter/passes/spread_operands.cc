#include "converter/passes/passes.h"
#include "ops/broadcast_to/broadcast_to.h"
#include "ops/tables/litert_limits.h"

namespace slipway::converter {

using ir::ValueId;

static int RankLimit(const ops::Op& op) {
  if (const auto* binary = op.As<ops::Binary>()) return ops::BroadcastRank(*binary);
  if (const auto* compare = op.As<ops::Compare>()) return ops::BroadcastRank(*compare);
  if (const auto* select = op.As<ops::Select>(); select && !select->rows) return ops::BroadcastRank(*select);
  return kMaxRank;
}

Rewrite SpreadOperands(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  int limit = RankLimit(n.op);
  if (limit == kMaxRank) return std::nullopt;
  const TensorType& y = g.type(n.outputs[0]);
  if (!y.shape.IsStatic() || y.shape.rank() <= limit) return std::nullopt;
  ir::Patch p(g, id, "spread_operands");
  std::vector<ValueId> operands = n.inputs;
  bool changed = false;
  for (ValueId& v : operands) {
    if (g.type(v).shape == y.shape) continue;
    ValueId shape = p.Constant(Tensor::Vector(y.shape.dims()), StrCat(n.origin, "/shape"));
    ASSIGN_OR_RETURN(v, p.Add(ops::BroadcastTo{}, {v, shape}, StrCat(g.value(v).name, "/spread")));
    changed = true;
  }
  if (!changed) return std::nullopt;
  TensorType types[] = {y};
  ASSIGN_OR_RETURN(ValueId result, p.Add(n.op, std::move(operands), n.origin, types));
  p.Replace(n.outputs[0], result);
  return p;
}

}  // namespace slipway::converter
