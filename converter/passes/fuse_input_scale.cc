#include "converter/passes/passes.h"
#include "ops/binary/binary.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway::converter {

using ir::ValueId;
using ops::Binary;
using ops::BinaryKind;

namespace {

struct Scaled {
  ValueId x, scale;
};

// v = x * one number, used nowhere else.
std::optional<Scaled> MatchScaled(const ir::Graph& g, ValueId v) {
  if (g.value(v).producer == ir::NodeId::kNone || g.NumUses(v) != 1 || g.type(v).dtype != DType::kF32)
    return std::nullopt;
  const ir::Node& n = g.node(g.value(v).producer);
  const auto* mul = n.op.As<Binary>();
  if (!mul || mul->kind != BinaryKind::kMul || mul->activation != ops::Activation::kNone) return std::nullopt;
  for (size_t side = 0; side < 2; ++side) {
    const Tensor* c = g.ConstantOf(n.inputs[1 - side]);
    ValueId x = n.inputs[side];
    if (c && c->elements() == 1 && !g.ConstantOf(x) && g.type(x) == g.type(v)) return Scaled{x, n.inputs[1 - side]};
  }
  return std::nullopt;
}

}  // namespace

// A padded zero scaled is zero, so the factor may move into the weights whatever the padding.
Rewrite FuseInputScale(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  if (!n.op.Is<ops::Conv2D>() && !n.op.Is<ops::DepthwiseConv2D>() && !n.op.Is<ops::FullyConnected>())
    return std::nullopt;
  const Tensor* weights = g.ConstantOf(n.inputs[1]);
  if (!weights || weights->dtype() != DType::kF32) return std::nullopt;
  std::optional<Scaled> scaled = MatchScaled(g, n.inputs[0]);
  if (!scaled) return std::nullopt;
  ir::Patch p(g, id, "fuse_input_scale");
  std::string origin = StrCat(g.value(n.inputs[1]).name, "/scaled");
  Tensor flat = g.ConstantOf(scaled->scale)->Reshaped({});
  ASSIGN_OR_RETURN(ValueId factor, p.Add(Binary{.kind = BinaryKind::kMul},
                                         {n.inputs[1], p.Constant(flat, StrCat(origin, "/factor"))}, origin));
  std::vector<ValueId> operands = n.inputs;
  operands[0] = scaled->x;
  operands[1] = factor;
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId y, p.Add(n.op, std::move(operands), n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
