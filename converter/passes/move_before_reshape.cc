#include "converter/passes/linear.h"
#include "converter/passes/passes.h"
#include "ops/binary/binary.h"
#include "ops/expand_dims/expand_dims.h"
#include "ops/reshape/reshape.h"
#include "ops/squeeze/squeeze.h"
#include "ops/unary/unary.h"

namespace slipway::converter {

using ir::ValueId;
using ops::Binary;
using ops::BinaryKind;
using ops::UnaryKind;

namespace {

// linear(...), reshaped so that its channels stay the last dimension; neither has another use.
struct ReshapedLinear {
  const ir::Node* reshape;
  Linear linear;
};

std::optional<ReshapedLinear> MatchReshape(const ir::Graph& g, ValueId v) {
  if (v == ValueId::kNone || g.value(v).producer == ir::NodeId::kNone || g.NumUses(v) != 1) return std::nullopt;
  const ir::Node& r = g.node(g.value(v).producer);
  if (!r.op.Is<ops::Reshape>() && !r.op.Is<ops::Squeeze>() && !r.op.Is<ops::ExpandDims>()) return std::nullopt;
  std::optional<Linear> linear = LinearBefore(g, r.inputs[0]);
  if (!linear || linear->activation != ops::Activation::kNone) return std::nullopt;
  const Shape& shape = g.type(v).shape;
  if (!shape.has_rank() || shape.rank() == 0 || shape.back() != linear->channels) return std::nullopt;
  return ReshapedLinear{&r, *linear};
}

// `op` on the linear op's result, then the reshape, in place of the reshape and `n`.
Rewrite Swapped(const ir::Graph& g, ir::NodeId id, const ReshapedLinear& m, ir::Patch p, const ops::Op& op,
                std::vector<ValueId> operands) {
  const ir::Node& n = g.node(id);
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId moved, p.Add(op, std::move(operands), n.origin));
  std::vector<ValueId> inputs = m.reshape->inputs;
  inputs[0] = moved;
  ASSIGN_OR_RETURN(ValueId y, p.Add(m.reshape->op, std::move(inputs), m.reshape->origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace

Rewrite MoveChannelsBeforeReshape(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* binary = n.op.As<Binary>();
  if (!binary || (binary->kind != BinaryKind::kAdd && binary->kind != BinaryKind::kMul)) return std::nullopt;
  for (size_t side = 0; side < 2; ++side) {
    const Tensor* c = g.ConstantOf(n.inputs[1 - side]);
    std::optional<ReshapedLinear> m = MatchReshape(g, n.inputs[side]);
    if (!c || c->dtype() != DType::kF32 || !m || !IsPerChannel(*c, m->linear.channels)) continue;
    if (c->shape().rank() > g.type(n.inputs[side]).shape.rank()) continue;  // would change the rank
    ir::Patch p(g, id, "move_channels_before_reshape");
    Shape flat = c->elements() == 1 ? Shape{} : Shape{m->linear.channels};
    std::vector<ValueId> operands(2);
    operands[side] = m->reshape->inputs[0];
    operands[1 - side] = p.Constant(c->Reshaped(flat), g.value(n.inputs[1 - side]).name);
    return Swapped(g, id, *m, std::move(p), *binary, std::move(operands));
  }
  return std::nullopt;
}

Rewrite MoveActivationBeforeReshape(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* unary = n.op.As<ops::Unary>();
  bool is_clamp = unary && (unary->kind == UnaryKind::kRelu || unary->kind == UnaryKind::kRelu6 ||
                            unary->kind == UnaryKind::kReluN1To1);
  if (!is_clamp) return std::nullopt;
  std::optional<ReshapedLinear> m = MatchReshape(g, n.inputs[0]);
  if (!m) return std::nullopt;
  return Swapped(g, id, *m, ir::Patch(g, id, "move_activation_before_reshape"), *unary, {m->reshape->inputs[0]});
}

}  // namespace slipway::converter
