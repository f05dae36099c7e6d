#include <algorithm>

#include "converter/passes/passes.h"
#include "ir/evaluate.h"

namespace slipway::converter {

// A constant that is much larger than what it is made of (a filled or broadcast tensor) stays computed.
static bool WouldBloat(const ir::Graph& g, const ir::Node& n) {
  constexpr int64_t kSmall = 1 << 18;
  int64_t in = 0, out = 0;
  for (ir::ValueId v : n.inputs)
    if (v != ir::ValueId::kNone) in += g.type(v).shape.Elements();
  for (ir::ValueId v : n.outputs) {
    if (!g.type(v).shape.IsStatic()) return false;
    out += g.type(v).shape.Elements();
  }
  return out > std::max(kSmall, 2 * in);
}

Rewrite FoldConstants(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  if (n.outputs.empty() || n.op.info().stateful) return std::nullopt;
  for (ir::ValueId v : n.inputs)
    if (v != ir::ValueId::kNone && !g.ConstantOf(v)) return std::nullopt;
  if (WouldBloat(g, n)) return std::nullopt;
  std::optional<std::vector<Tensor>> results = ir::FoldNode(g, id);
  if (!results) return std::nullopt;
  ir::Patch p(g, id, "fold_constants");
  for (size_t i = 0; i < results->size(); ++i)
    p.Replace(n.outputs[i], p.Constant((*results)[i], g.value(n.outputs[i]).name));
  return p;
}

}  // namespace slipway::converter
