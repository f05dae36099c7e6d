#pragma once
// What patterns ask about values.

#include <optional>

#include "ir/graph.h"
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

}  // namespace slipway::converter
