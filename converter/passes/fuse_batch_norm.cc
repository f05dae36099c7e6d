#include "converter/passes/linear.h"
#include "converter/passes/passes.h"
#include "ops/batch_norm/batch_norm.h"
#include "ops/binary/binary.h"
#include "ops/unary/unary.h"

namespace slipway::converter {

using ir::ValueId;
using ops::Binary;
using ops::BinaryKind;

namespace {

struct ScaleAndOffset {
  ValueId scale, offset;  // y = x * scale + offset
};

// scale = gamma / sqrt(variance + epsilon), offset = beta - mean * scale
Result<ScaleAndOffset> Coefficients(ir::Patch& p, const ir::Node& n, float epsilon) {
  auto name = [&](const char* part) { return StrCat(n.origin, "/", part); };
  ValueId gamma = n.inputs[1], beta = n.inputs[2], mean = n.inputs[3], variance = n.inputs[4];
  ValueId eps = p.Constant(Tensor::Scalar(epsilon), name("epsilon"));
  ASSIGN_OR_RETURN(ValueId v, p.Add(Binary{.kind = BinaryKind::kAdd}, {variance, eps}, name("variance")));
  ASSIGN_OR_RETURN(ValueId deviation, p.Add(ops::Unary{.kind = ops::UnaryKind::kSqrt}, {v}, name("deviation")));
  ASSIGN_OR_RETURN(ValueId scale, p.Add(Binary{.kind = BinaryKind::kDiv}, {gamma, deviation}, name("scale")));
  ASSIGN_OR_RETURN(ValueId shift, p.Add(Binary{.kind = BinaryKind::kMul}, {mean, scale}, name("shift")));
  ASSIGN_OR_RETURN(ValueId offset, p.Add(Binary{.kind = BinaryKind::kSub}, {beta, shift}, name("offset")));
  return ScaleAndOffset{scale, offset};
}

bool StatisticsAreConstant(const ir::Graph& g, const ir::Node& n) {
  for (size_t i = 1; i < 5; ++i)
    if (!g.ConstantOf(n.inputs[i])) return false;
  return true;
}

}  // namespace

Rewrite FuseBatchNorm(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* norm = n.op.As<ops::BatchNorm>();
  if (!norm || !StatisticsAreConstant(g, n)) return std::nullopt;
  std::optional<Linear> linear = LinearBefore(g, n.inputs[0]);
  if (!linear || linear->activation != ops::Activation::kNone) return std::nullopt;
  const ir::Node& before = g.node(linear->node);
  ir::Patch p(g, id, "fuse_batch_norm");
  ASSIGN_OR_RETURN(ScaleAndOffset c, Coefficients(p, n, norm->epsilon));
  ASSIGN_OR_RETURN(ValueId weights, ScaleWeights(p, g, *linear, c.scale));
  ValueId bias = c.offset;
  size_t bias_operand = static_cast<size_t>(linear->bias);
  if (bias_operand < before.inputs.size() && before.inputs[bias_operand] != ValueId::kNone) {
    ASSIGN_OR_RETURN(ValueId scaled, p.Add(Binary{.kind = BinaryKind::kMul}, {before.inputs[bias_operand], c.scale},
                                           StrCat(n.origin, "/scaled_bias")));
    ASSIGN_OR_RETURN(bias, p.Add(Binary{.kind = BinaryKind::kAdd}, {scaled, c.offset}, StrCat(n.origin, "/bias")));
  }
  ASSIGN_OR_RETURN(ValueId y,
                   RebuildLinear(p, g, *linear, weights, bias, ops::Activation::kNone, g.type(n.outputs[0])));
  p.Replace(n.outputs[0], y);
  return p;
}

Rewrite LowerBatchNorm(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* norm = n.op.As<ops::BatchNorm>();
  if (!norm) return std::nullopt;
  ir::Patch p(g, id, "lower_batch_norm");
  ASSIGN_OR_RETURN(ScaleAndOffset c, Coefficients(p, n, norm->epsilon));
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId scaled,
                   p.Add(Binary{.kind = BinaryKind::kMul}, {n.inputs[0], c.scale}, StrCat(n.origin, "/mul"), types));
  ASSIGN_OR_RETURN(ValueId y, p.Add(Binary{.kind = BinaryKind::kAdd}, {scaled, c.offset}, n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
