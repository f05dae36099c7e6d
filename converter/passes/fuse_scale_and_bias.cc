#include "converter/passes/linear.h"
#include "converter/passes/passes.h"
#include "ops/binary/binary.h"

namespace slipway::converter {

using ir::ValueId;
using ops::Binary;
using ops::BinaryKind;

namespace {

// linear(x) OP constant, in either order.
struct WithConstant {
  Linear linear;
  ValueId constant;
};

std::optional<WithConstant> MatchConstant(const ir::Graph& g, const ir::Node& n) {
  for (size_t side = 0; side < 2; ++side) {
    const Tensor* c = g.ConstantOf(n.inputs[1 - side]);
    if (!c || c->dtype() != DType::kF32) continue;
    std::optional<Linear> linear = LinearBefore(g, n.inputs[side]);
    if (!linear || linear->activation != ops::Activation::kNone || !IsPerChannel(*c, linear->channels)) continue;
    if (c->shape().rank() > g.type(n.inputs[side]).shape.rank()) continue;  // would change the rank
    return WithConstant{*linear, n.inputs[1 - side]};
  }
  return std::nullopt;
}

ValueId BiasOf(const ir::Graph& g, const Linear& linear) {
  const ir::Node& n = g.node(linear.node);
  size_t i = static_cast<size_t>(linear.bias);
  return i < n.inputs.size() ? n.inputs[i] : ValueId::kNone;
}

}  // namespace

Rewrite FuseScale(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* mul = n.op.As<Binary>();
  if (!mul || mul->kind != BinaryKind::kMul) return std::nullopt;
  std::optional<WithConstant> m = MatchConstant(g, n);
  if (!m) return std::nullopt;
  ir::Patch p(g, id, "fuse_scale");
  ASSIGN_OR_RETURN(ValueId scale, AsChannelVector(p, m->linear, m->constant, n.origin));
  ASSIGN_OR_RETURN(ValueId weights, ScaleWeights(p, g, m->linear, scale));
  ValueId bias = BiasOf(g, m->linear);
  if (bias != ValueId::kNone) {
    ASSIGN_OR_RETURN(bias, p.Add(Binary{.kind = BinaryKind::kMul}, {bias, scale}, StrCat(n.origin, "/bias")));
  }
  ASSIGN_OR_RETURN(ValueId y, RebuildLinear(p, g, m->linear, weights, bias, mul->activation, g.type(n.outputs[0])));
  p.Replace(n.outputs[0], y);
  return p;
}

Rewrite FuseBias(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* add = n.op.As<Binary>();
  if (!add || add->kind != BinaryKind::kAdd) return std::nullopt;
  std::optional<WithConstant> m = MatchConstant(g, n);
  if (!m) return std::nullopt;
  ir::Patch p(g, id, "fuse_bias");
  ASSIGN_OR_RETURN(ValueId addend, AsChannelVector(p, m->linear, m->constant, n.origin));
  ValueId bias = BiasOf(g, m->linear);
  if (bias != ValueId::kNone) {
    ASSIGN_OR_RETURN(addend, p.Add(Binary{.kind = BinaryKind::kAdd}, {bias, addend}, StrCat(n.origin, "/bias")));
  }
  ValueId weights = g.node(m->linear.node).inputs[static_cast<size_t>(m->linear.weights)];
  ASSIGN_OR_RETURN(ValueId y, RebuildLinear(p, g, m->linear, weights, addend, add->activation, g.type(n.outputs[0])));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
