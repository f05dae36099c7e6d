#include "converter/passes/match.h"
#include "converter/passes/passes.h"

namespace slipway::converter {

using ir::ValueId;
using ops::Binary;
using ops::BinaryKind;
using ops::Unary;
using ops::UnaryKind;

// v = kind(x, bound): gives x.
static std::optional<ValueId> BoundedBy(const ir::Graph& g, ValueId v, BinaryKind kind, float bound) {
  const auto* b = g.ProducerAs<Binary>(v);
  if (!b || b->kind != kind || b->activation != ops::Activation::kNone) return std::nullopt;
  const ir::Node& n = g.node(g.value(v).producer);
  for (int side = 0; side < 2; ++side) {
    std::optional<float> c = ScalarOf(g, n.inputs[static_cast<size_t>(side)]);
    ValueId x = n.inputs[static_cast<size_t>(1 - side)];
    if (c && *c == bound && g.type(x).shape == g.type(v).shape) return x;
  }
  return std::nullopt;
}

static std::optional<std::pair<UnaryKind, ValueId>> Recognise(const ir::Graph& g, ValueId y) {
  if (auto x = BoundedBy(g, y, BinaryKind::kMaximum, 0)) {
    if (auto inner = BoundedBy(g, *x, BinaryKind::kMinimum, 6)) return std::pair(UnaryKind::kRelu6, *inner);
    return std::pair(UnaryKind::kRelu, *x);
  }
  if (auto x = BoundedBy(g, y, BinaryKind::kMinimum, 6)) {
    const auto* relu = g.ProducerAs<Unary>(*x);
    if (relu && relu->kind == UnaryKind::kRelu)
      return std::pair(UnaryKind::kRelu6, g.node(g.value(*x).producer).inputs[0]);
  }
  if (auto x = BoundedBy(g, y, BinaryKind::kMinimum, 1))
    if (auto inner = BoundedBy(g, *x, BinaryKind::kMaximum, -1)) return std::pair(UnaryKind::kReluN1To1, *inner);
  if (auto x = BoundedBy(g, y, BinaryKind::kMaximum, -1))
    if (auto inner = BoundedBy(g, *x, BinaryKind::kMinimum, 1)) return std::pair(UnaryKind::kReluN1To1, *inner);
  return std::nullopt;
}

Rewrite RecogniseClamp(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  if (!n.op.Is<Binary>() || g.type(n.outputs[0]).dtype != DType::kF32) return std::nullopt;
  auto found = Recognise(g, n.outputs[0]);
  if (!found) return std::nullopt;
  return InsteadOf(g, id, "recognise_clamp", Unary{.kind = found->first}, {found->second});
}

// y = x * (relu6(x + 3) * c) or (x * relu6(x + 3)) * c or .../6, with c = 1/6.
static std::optional<ValueId> SwishInput(const ir::Graph& g, ValueId gate, ValueId x) {
  const auto* relu6 = g.ProducerAs<Unary>(gate);
  if (!relu6 || relu6->kind != UnaryKind::kRelu6) return std::nullopt;
  ValueId sum = g.node(g.value(gate).producer).inputs[0];
  const auto* add = g.ProducerAs<Binary>(sum);
  if (!add || add->kind != BinaryKind::kAdd || add->activation != ops::Activation::kNone) return std::nullopt;
  const ir::Node& n = g.node(g.value(sum).producer);
  for (size_t side = 0; side < 2; ++side)
    if (n.inputs[side] == x && ScalarOf(g, n.inputs[1 - side]) == 3.0f) return x;
  return std::nullopt;
}

// v is `inner` * 1/6 or `inner` / 6.
static std::optional<ValueId> SixthOf(const ir::Graph& g, ValueId v) {
  const auto* b = g.ProducerAs<Binary>(v);
  if (!b || b->activation != ops::Activation::kNone) return std::nullopt;
  const ir::Node& n = g.node(g.value(v).producer);
  if (b->kind == BinaryKind::kDiv && ScalarOf(g, n.inputs[1]) == 6.0f) return n.inputs[0];
  if (b->kind != BinaryKind::kMul) return std::nullopt;
  for (size_t side = 0; side < 2; ++side)
    if (ScalarOf(g, n.inputs[side]) == 1.0f / 6) return n.inputs[1 - side];
  return std::nullopt;
}

static std::optional<ValueId> RecogniseSwish(const ir::Graph& g, ValueId y) {
  auto product = [&](ValueId v) -> const ir::Node* {
    const auto* b = g.ProducerAs<Binary>(v);
    return b && b->kind == BinaryKind::kMul && b->activation == ops::Activation::kNone ? &g.node(g.value(v).producer)
                                                                                       : nullptr;
  };
  if (auto inner = SixthOf(g, y))
    if (const ir::Node* n = product(*inner))
      for (size_t side = 0; side < 2; ++side)
        if (auto x = SwishInput(g, n->inputs[side], n->inputs[1 - side])) return x;
  if (const ir::Node* n = product(y))
    for (size_t side = 0; side < 2; ++side)
      if (auto gate = SixthOf(g, n->inputs[side]))
        if (auto x = SwishInput(g, *gate, n->inputs[1 - side])) return x;
  return std::nullopt;
}

Rewrite RecogniseHardSwish(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  if (!n.op.Is<Binary>() || g.type(n.outputs[0]).dtype != DType::kF32) return std::nullopt;
  auto x = RecogniseSwish(g, n.outputs[0]);
  if (!x) return std::nullopt;
  return InsteadOf(g, id, "recognise_hard_swish", Unary{.kind = UnaryKind::kHardSwish}, {*x});
}

}  // namespace slipway::converter
