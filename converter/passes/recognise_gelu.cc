#include <array>
#include <cmath>

#include "converter/passes/match.h"
#include "converter/passes/passes.h"

namespace slipway::converter {

using ir::Graph;
using ir::Node;
using ir::ValueId;
using ops::Binary;
using ops::BinaryKind;
using ops::Unary;
using ops::UnaryKind;

namespace {

// v = factor * x through products, quotients and signs; 0 where it is not.
double FactorTo(const Graph& g, ValueId v, ValueId x) {
  double factor = 1;
  while (v != x) {
    if (const Node* n = UnaryAt(g, v, UnaryKind::kNeg)) {
      factor = -factor;
      v = n->inputs[0];
    } else if (const Node* n = BinaryAt(g, v, BinaryKind::kMul)) {
      size_t side = ScalarOf(g, n->inputs[0]) ? 0 : 1;
      factor *= ScalarOf(g, n->inputs[side]).value_or(0);
      v = n->inputs[1 - side];
    } else if (const Node* n = BinaryAt(g, v, BinaryKind::kDiv)) {
      std::optional<double> by = ScalarOf(g, n->inputs[1]);
      factor = by && *by != 0 ? factor / *by : 0;
      v = n->inputs[0];
    } else {
      return 0;
    }
  }
  return factor;
}

// v = 1 + erf(x / sqrt 2), also as 1 - erf(-x / sqrt 2), which erfc becomes.
bool IsGate(const Graph& g, ValueId v, ValueId x) {
  const Node *sum = BinaryAt(g, v, BinaryKind::kAdd), *difference = BinaryAt(g, v, BinaryKind::kSub);
  const Node* n = sum ? sum : difference;
  if (!n) return false;
  size_t one = ScalarOf(g, n->inputs[0]) == 1.0 ? 0 : 1;
  if (ScalarOf(g, n->inputs[one]) != 1.0 || (difference && one == 1)) return false;
  const Node* erf = UnaryAt(g, n->inputs[1 - one], UnaryKind::kErf);
  return erf && std::abs(FactorTo(g, erf->inputs[0], x) * (sum ? 1 : -1) - std::sqrt(0.5)) < 1e-6;
}

// y = 0.5 * x * gate, however the factors are grouped: x.
std::optional<ValueId> GeluInput(const Graph& g, ValueId y) {
  const Node* outer = BinaryAt(g, y, BinaryKind::kMul);
  for (size_t side = 0; outer && side < 2; ++side) {
    const Node* inner = BinaryAt(g, outer->inputs[side], BinaryKind::kMul);
    if (!inner) continue;
    std::array<ValueId, 3> f = {outer->inputs[1 - side], inner->inputs[0], inner->inputs[1]};
    for (size_t half = 0; half < 3; ++half) {
      if (ScalarOf(g, f[half]) != 0.5) continue;
      ValueId a = f[(half + 1) % 3], b = f[(half + 2) % 3];
      if (IsGate(g, b, a)) return a;
      if (IsGate(g, a, b)) return b;
    }
  }
  return std::nullopt;
}

}  // namespace

Rewrite RecogniseGelu(const ir::Graph& g, ir::NodeId id) {
  const Node& n = g.node(id);
  if (!n.op.Is<Binary>() || g.type(n.outputs[0]).dtype != DType::kF32) return std::nullopt;
  auto x = GeluInput(g, n.outputs[0]);
  if (!x || g.type(*x).shape != g.type(n.outputs[0]).shape) return std::nullopt;
  ir::Patch p(g, id, "recognise_gelu");
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId y, p.Add(Unary{.kind = UnaryKind::kGelu}, {*x}, n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
