#include "converter/passes/passes.h"
#include "ops/average_pool_2d/average_pool_2d.h"
#include "ops/binary/binary.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/max_pool_2d/max_pool_2d.h"
#include "ops/transpose_conv/transpose_conv.h"
#include "ops/unary/unary.h"

namespace slipway::converter {

namespace {

ops::Activation AsActivation(ops::UnaryKind kind) {
  for (ops::Activation a : {ops::Activation::kRelu, ops::Activation::kReluN1To1, ops::Activation::kRelu6})
    if (ops::KindOf(a) == kind) return a;
  return ops::Activation::kNone;
}

bool CanHoldActivation(const ops::Op& op) {
  if (const auto* b = op.As<ops::Binary>())
    return b->kind == ops::BinaryKind::kAdd || b->kind == ops::BinaryKind::kSub || b->kind == ops::BinaryKind::kMul ||
           b->kind == ops::BinaryKind::kDiv;
  return op.Is<ops::Conv2D>() || op.Is<ops::DepthwiseConv2D>() || op.Is<ops::FullyConnected>() ||
         op.Is<ops::TransposeConv>() || op.Is<ops::AveragePool2D>() || op.Is<ops::MaxPool2D>();
}

template <class T>
bool TrySet(const ops::Op& op, ops::Activation activation, std::optional<ops::Op>* out) {
  const T* t = op.As<T>();
  if (!t || t->activation != ops::Activation::kNone) return false;
  T copy = *t;
  copy.activation = activation;
  *out = ops::Op(copy);
  return true;
}

std::optional<ops::Op> WithActivation(const ops::Op& op, ops::Activation activation) {
  std::optional<ops::Op> out;
  if (!CanHoldActivation(op)) return out;
  TrySet<ops::Conv2D>(op, activation, &out) || TrySet<ops::DepthwiseConv2D>(op, activation, &out) ||
      TrySet<ops::FullyConnected>(op, activation, &out) || TrySet<ops::TransposeConv>(op, activation, &out) ||
      TrySet<ops::Binary>(op, activation, &out) || TrySet<ops::AveragePool2D>(op, activation, &out) ||
      TrySet<ops::MaxPool2D>(op, activation, &out);
  return out;
}

}  // namespace

Rewrite FuseActivation(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* unary = n.op.As<ops::Unary>();
  if (!unary || AsActivation(unary->kind) == ops::Activation::kNone) return std::nullopt;
  ir::ValueId x = n.inputs[0];
  if (g.value(x).producer == ir::NodeId::kNone || g.NumUses(x) != 1 || g.type(x).dtype != DType::kF32)
    return std::nullopt;
  const ir::Node& before = g.node(g.value(x).producer);
  std::optional<ops::Op> fused = WithActivation(before.op, AsActivation(unary->kind));
  if (!fused) return std::nullopt;
  ir::Patch p(g, id, "fuse_activation");
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ir::ValueId y, p.Add(*fused, before.inputs, before.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
