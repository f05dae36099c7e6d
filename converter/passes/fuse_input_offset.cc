#include <algorithm>
#include <cmath>

#include "converter/passes/match.h"
#include "converter/passes/passes.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway::converter {

using ir::ValueId;
using ops::BinaryKind;
using ops::FullyConnected;

namespace {

// Where the offset is large against the rest, sums of products with either would lose the digits of the other.
constexpr float kLargest = 16;

struct Offset {
  const ir::Node* layer = nullptr;  // what gives x + c: this dense layer with its bias, if it is one
  ValueId x = ValueId::kNone;       // else x
  const Tensor* c = nullptr;
};

bool IsOffset(const Tensor* c, int64_t in) {
  if (!c || c->dtype() != DType::kF32 || (c->elements() != 1 && c->elements() != in)) return false;
  if (c->elements() == in && in > 1 && c->shape()[c->shape().rank() - 1] != in) return false;
  std::span<const float> numbers = c->as<float>();
  return std::all_of(numbers.begin(), numbers.end(), [](float v) { return std::abs(v) <= kLargest; }) &&
         std::any_of(numbers.begin(), numbers.end(), [](float v) { return v != 0; });
}

// v = x + c or a dense layer with the bias c, used nowhere else.
std::optional<Offset> MatchOffset(const ir::Graph& g, ValueId v, int64_t in) {
  if (g.NumUses(v) != 1 || g.IsOutput(v)) return std::nullopt;
  if (const ir::Node* sum = BinaryAt(g, v, BinaryKind::kAdd))
    for (size_t side = 0; side < 2; ++side) {
      const Tensor* c = g.ConstantOf(sum->inputs[1 - side]);
      ValueId x = sum->inputs[side];
      if (!g.ConstantOf(x) && g.type(x) == g.type(v) && IsOffset(c, in)) return Offset{.x = x, .c = c};
    }
  const auto* dense = g.ProducerAs<FullyConnected>(v);
  if (!dense || dense->activation != ops::Activation::kNone) return std::nullopt;
  const ir::Node& n = g.node(g.value(v).producer);
  const Tensor* c = n.inputs.size() > 2 && n.inputs[2] != ValueId::kNone ? g.ConstantOf(n.inputs[2]) : nullptr;
  if (!IsOffset(c, in) || c->elements() != in) return std::nullopt;
  return Offset{.layer = &n, .c = c};
}

// weights c + bias
Tensor BiasWith(const Tensor& weights, const Tensor& c, const Tensor* bias) {
  const int64_t out = weights.shape()[0], in = weights.shape()[1];
  Tensor sum(DType::kF32, {out});
  std::span<const float> w = weights.as<float>(), offset = c.as<float>();
  for (int64_t o = 0; o < out; ++o) {
    double y = bias ? static_cast<double>(bias->as<float>()[static_cast<size_t>(o)]) : 0;
    for (int64_t i = 0; i < in; ++i)
      y += static_cast<double>(w[static_cast<size_t>(o * in + i)]) *
           offset[offset.size() == 1 ? 0 : static_cast<size_t>(i)];
    sum.as<float>()[static_cast<size_t>(o)] = static_cast<float>(y);
  }
  return sum;
}

}  // namespace

Rewrite FuseInputOffset(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* dense = n.op.As<FullyConnected>();
  const Tensor* weights = dense ? g.ConstantOf(n.inputs[1]) : nullptr;
  if (!weights || weights->dtype() != DType::kF32) return std::nullopt;
  bool has_bias = n.inputs.size() > 2 && n.inputs[2] != ValueId::kNone;
  const Tensor* bias = has_bias ? g.ConstantOf(n.inputs[2]) : nullptr;
  const Shape& rows = g.type(n.inputs[0]).shape;
  const int64_t in = weights->shape()[1];
  if ((has_bias && !bias) || !rows.has_rank() || rows.rank() < 1 || rows[rows.rank() - 1] != in) return std::nullopt;
  std::optional<Offset> offset = MatchOffset(g, n.inputs[0], in);
  if (!offset) return std::nullopt;
  ir::Patch p(g, id, "fuse_input_offset");
  ValueId x = offset->x;
  if (offset->layer) {
    std::vector<ValueId> operands = offset->layer->inputs;
    operands[2] = ValueId::kNone;
    TensorType types[] = {g.type(n.inputs[0])};
    ASSIGN_OR_RETURN(
        x, p.Add(offset->layer->op, std::move(operands), StrCat(offset->layer->origin, "/without_bias"), types));
  }
  ValueId sum = p.Constant(BiasWith(*weights, *offset->c, bias), StrCat(n.origin, "/bias"));
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId y, p.Add(n.op, {x, n.inputs[1], sum}, n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
