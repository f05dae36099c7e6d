#include <array>
#include <cmath>
#include <numbers>

#include "converter/passes/match.h"
#include "converter/passes/passes.h"
#include "converter/passes/polynomial.h"

namespace slipway::converter {

using ir::Graph;
using ir::Node;
using ir::ValueId;
using ops::Binary;
using ops::BinaryKind;
using ops::Unary;
using ops::UnaryKind;

namespace {

bool IsNear(const Polynomial& p, double linear, double cubic) {
  // Constants are floats, some of few digits.
  return p[0] == 0 && std::abs(p[1] - linear) < 1e-5 && p[2] == 0 && std::abs(p[3] - cubic) < 1e-5;
}

// v = 1 + f(p(x)) of an odd function f, also as 1 - f(-p(x)): the kind of GELU.
std::optional<UnaryKind> GateOf(const Graph& g, ValueId v, ValueId x) {
  const Node *sum = BinaryAt(g, v, BinaryKind::kAdd), *difference = BinaryAt(g, v, BinaryKind::kSub);
  const Node* n = sum ? sum : difference;
  if (!n) return std::nullopt;
  size_t one = ScalarOf(g, n->inputs[0]) == 1.0f ? 0 : 1;
  if (ScalarOf(g, n->inputs[one]) != 1.0f || (difference && one == 1)) return std::nullopt;
  const Node *erf = UnaryAt(g, n->inputs[1 - one], UnaryKind::kErf),
             *tanh = UnaryAt(g, n->inputs[1 - one], UnaryKind::kTanh);
  if (!erf && !tanh) return std::nullopt;
  std::optional<Polynomial> p = PolynomialOf(g, (erf ? erf : tanh)->inputs[0], x);
  if (!p) return std::nullopt;
  const double sign = sum ? 1 : -1, width = std::sqrt(2 / std::numbers::pi);
  if (erf && IsNear(*p, sign * std::sqrt(0.5), 0)) return UnaryKind::kGelu;
  if (tanh && IsNear(*p, sign * width, sign * width * 0.044715)) return UnaryKind::kGeluTanh;
  return std::nullopt;
}

struct Gelu {
  UnaryKind kind;
  ValueId x;
};

// y = 0.5 * x * gate, however the factors are grouped.
std::optional<Gelu> Recognise(const Graph& g, ValueId y) {
  const Node* outer = BinaryAt(g, y, BinaryKind::kMul);
  for (size_t side = 0; outer && side < 2; ++side) {
    const Node* inner = BinaryAt(g, outer->inputs[side], BinaryKind::kMul);
    if (!inner) continue;
    std::array<ValueId, 3> f = {outer->inputs[1 - side], inner->inputs[0], inner->inputs[1]};
    for (size_t half = 0; half < 3; ++half) {
      if (ScalarOf(g, f[half]) != 0.5f) continue;
      ValueId a = f[(half + 1) % 3], b = f[(half + 2) % 3];
      if (auto kind = GateOf(g, b, a)) return Gelu{*kind, a};
      if (auto kind = GateOf(g, a, b)) return Gelu{*kind, b};
    }
  }
  return std::nullopt;
}

}  // namespace

Rewrite RecogniseGelu(const ir::Graph& g, ir::NodeId id) {
  const Node& n = g.node(id);
  if (!n.op.Is<Binary>() || g.type(n.outputs[0]).dtype != DType::kF32) return std::nullopt;
  std::optional<Gelu> gelu = Recognise(g, n.outputs[0]);
  if (!gelu || g.type(gelu->x).shape != g.type(n.outputs[0]).shape) return std::nullopt;
  return InsteadOf(g, id, "recognise_gelu", Unary{.kind = gelu->kind}, {gelu->x});
}

}  // namespace slipway::converter
