#pragma once
// What patterns ask about values, and what they answer.

#include <optional>
#include <utility>
#include <vector>

#include "ir/patch.h"
#include "ops/binary/binary.h"
#include "ops/unary/unary.h"

namespace slipway::converter {

// The single float value of a constant scalar (or one-element) operand.
inline std::optional<float> ScalarOf(const ir::Graph& g, ir::ValueId v) {
  const Tensor* t = g.ConstantOf(v);
  if (!t || t->dtype() != DType::kF32 || t->elements() != 1) return std::nullopt;
  return t->as<float>()[0];
}

// The node that makes v, if it is this function without an activation; else nullptr.
inline const ir::Node* BinaryAt(const ir::Graph& g, ir::ValueId v, ops::BinaryKind kind) {
  const auto* b = g.ProducerAs<ops::Binary>(v);
  return b && b->kind == kind && b->activation == ops::Activation::kNone ? &g.node(g.value(v).producer) : nullptr;
}
inline const ir::Node* UnaryAt(const ir::Graph& g, ir::ValueId v, ops::UnaryKind kind) {
  const auto* u = g.ProducerAs<ops::Unary>(v);
  return u && u->kind == kind ? &g.node(g.value(v).producer) : nullptr;
}

// The one result of a node is made by op(inputs) instead, of the same type.
inline Result<std::optional<ir::Patch>> InsteadOf(const ir::Graph& g, ir::NodeId id, const char* rule, ops::Op op,
                                                  std::vector<ir::ValueId> inputs) {
  const ir::Node& n = g.node(id);
  ir::Patch p(g, id, rule);
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ir::ValueId y, p.Add(std::move(op), std::move(inputs), n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
