#include <algorithm>
#include <cstring>

#include "converter/passes/passes.h"

namespace slipway::converter {

using ir::Graph;
using ir::Node;
using ir::NodeId;
using ir::ValueId;

namespace {

constexpr int64_t kMostElements = 64;  // of constants that are compared: shapes, axes, numbers

bool SameConstant(const Tensor* a, const Tensor* b) {
  return a && b && a->elements() <= kMostElements && a->dtype() != DType::kString && a->type() == b->type() &&
         std::memcmp(a->data(), b->data(), a->bytes()) == 0;
}

bool SameOperands(const Graph& g, const Node& a, const Node& b) {
  return std::ranges::equal(a.inputs, b.inputs, [&](ValueId x, ValueId y) {
    return x == y || SameConstant(g.ConstantOf(x), g.ConstantOf(y));
  });
}

bool SameResults(const Graph& g, const Node& a, const Node& b) {
  return std::ranges::equal(a.outputs, b.outputs, [&](ValueId x, ValueId y) { return g.type(x) == g.type(y); });
}

bool IsBefore(const Graph& g, NodeId a, NodeId b) {
  while (b != NodeId::kNone && b != a) b = g.node(b).previous;
  return b == a;
}

}  // namespace

Rewrite ShareEqual(const Graph& g, NodeId id) {
  const Node& n = g.node(id);
  if (n.op.info().stateful || n.inputs.empty() || n.inputs[0] == ValueId::kNone) return std::nullopt;
  // A signature's results keep the names that they have.
  if (std::ranges::any_of(n.outputs, [&](ValueId v) { return g.IsOutput(v); })) return std::nullopt;
  for (NodeId other : g.value(n.inputs[0]).consumers) {
    const Node& m = g.node(other);
    if (other == id || !(m.op == n.op) || !SameOperands(g, m, n) || !SameResults(g, m, n) || !IsBefore(g, other, id))
      continue;
    ir::Patch p(g, id, "share_equal");
    for (size_t i = 0; i < n.outputs.size(); ++i) p.Replace(n.outputs[i], m.outputs[i]);
    return p;
  }
  return std::nullopt;
}

}  // namespace slipway::converter
