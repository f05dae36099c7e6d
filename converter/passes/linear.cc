#include "converter/passes/linear.h"

#include "ops/binary/binary.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/reshape/reshape.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway::converter {

using ir::ValueId;
using ops::Binary;
using ops::BinaryKind;

std::optional<Linear> LinearBefore(const ir::Graph& g, ValueId v) {
  if (v == ValueId::kNone || g.value(v).producer == ir::NodeId::kNone || g.NumUses(v) != 1) return std::nullopt;
  const ir::Node& n = g.node(g.value(v).producer);
  Linear linear{g.value(v).producer, 1, 2, ops::Activation::kNone, 0};
  if (const auto* conv = n.op.As<ops::Conv2D>())
    linear.activation = conv->activation;
  else if (const auto* depthwise = n.op.As<ops::DepthwiseConv2D>())
    linear.activation = depthwise->activation;
  else if (const auto* dense = n.op.As<ops::FullyConnected>())
    linear.activation = dense->activation;
  else if (const auto* transposed = n.op.As<ops::TransposeConv>()) {
    linear.activation = transposed->activation;
    linear.bias = 3;
  } else {
    return std::nullopt;
  }
  if (!g.ConstantOf(n.inputs[1])) return std::nullopt;
  bool has_bias =
      linear.bias < static_cast<int>(n.inputs.size()) && n.inputs[static_cast<size_t>(linear.bias)] != ValueId::kNone;
  if (has_bias && !g.ConstantOf(n.inputs[static_cast<size_t>(linear.bias)])) return std::nullopt;
  const TensorType& y = g.type(v);
  if (y.dtype != DType::kF32 || !y.shape.has_rank() || y.shape.rank() == 0 || y.shape.back() < 0) return std::nullopt;
  linear.channels = y.shape.back();
  return linear;
}

bool IsPerChannel(const Tensor& t, int64_t channels) {
  if (t.elements() == 1) return true;
  return t.shape().rank() >= 1 && t.shape().back() == channels && t.elements() == channels;
}

static Result<ValueId> ReshapeTo(ir::Patch& p, ValueId x, std::initializer_list<int64_t> dims,
                                 const std::string& origin) {
  std::vector<int64_t> shape(dims);
  return p.Add(ops::Reshape{}, {x, p.Constant(Tensor::Vector(shape), StrCat(origin, "/shape"))}, origin);
}

Result<ValueId> AsChannelVector(ir::Patch& p, const Linear& linear, ValueId t, const std::string& origin) {
  if (p.type(t).shape.Elements() == linear.channels)
    return ReshapeTo(p, t, {linear.channels}, StrCat(origin, "/vector"));
  ASSIGN_OR_RETURN(ValueId scalar, ReshapeTo(p, t, {}, StrCat(origin, "/scalar")));
  Tensor zeros(DType::kF32, Shape{linear.channels});
  return p.Add(Binary{.kind = BinaryKind::kAdd}, {p.Constant(zeros, StrCat(origin, "/zeros")), scalar},
               StrCat(origin, "/vector"));
}

Result<ValueId> ScaleWeights(ir::Patch& p, const ir::Graph& g, const Linear& linear, ValueId scale) {
  const ir::Node& n = g.node(linear.node);
  ValueId weights = n.inputs[static_cast<size_t>(linear.weights)];
  const Shape& shape = g.type(weights).shape;
  std::string origin = StrCat(g.value(weights).name, "/scaled");
  ValueId factor = scale;
  auto channels_first = [&](int rank) -> Result<ValueId> {
    std::vector<int64_t> dims(static_cast<size_t>(rank), 1);
    dims[0] = linear.channels;
    return p.Add(ops::Reshape{}, {scale, p.Constant(Tensor::Vector(dims), StrCat(origin, "/shape"))},
                 StrCat(origin, "/factor"));
  };
  if (const auto* conv = n.op.As<ops::Conv2D>()) {
    if (conv->layout == ops::FilterLayout::kTflite) {
      ASSIGN_OR_RETURN(factor, channels_first(4));
    }
  } else if (const auto* depthwise = n.op.As<ops::DepthwiseConv2D>()) {
    if (depthwise->layout == ops::FilterLayout::kTf) {
      ASSIGN_OR_RETURN(factor, ReshapeTo(p, scale, {shape[2], shape[3]}, StrCat(origin, "/factor")));
    }
  } else if (n.op.Is<ops::FullyConnected>()) {
    ASSIGN_OR_RETURN(factor, channels_first(2));
  } else if (const auto* transposed = n.op.As<ops::TransposeConv>()) {
    if (transposed->layout == ops::FilterLayout::kTflite) {
      ASSIGN_OR_RETURN(factor, channels_first(4));
    } else {
      ASSIGN_OR_RETURN(factor, ReshapeTo(p, scale, {linear.channels, 1}, StrCat(origin, "/factor")));
    }
  }
  return p.Add(Binary{.kind = BinaryKind::kMul}, {weights, factor}, origin);
}

Result<ValueId> RebuildLinear(ir::Patch& p, const ir::Graph& g, const Linear& linear, ValueId weights, ValueId bias,
                              ops::Activation activation, const TensorType& result) {
  const ir::Node& n = g.node(linear.node);
  std::vector<ValueId> operands = n.inputs;
  operands.resize(static_cast<size_t>(linear.bias) + 1, ValueId::kNone);
  operands[static_cast<size_t>(linear.weights)] = weights;
  operands[static_cast<size_t>(linear.bias)] = bias;
  ops::Op op = n.op;
  if (const auto* conv = op.As<ops::Conv2D>()) {
    auto copy = *conv;
    copy.activation = activation;
    op = copy;
  } else if (const auto* depthwise = op.As<ops::DepthwiseConv2D>()) {
    auto copy = *depthwise;
    copy.activation = activation;
    op = copy;
  } else if (const auto* dense = op.As<ops::FullyConnected>()) {
    auto copy = *dense;
    copy.activation = activation;
    op = copy;
  } else if (const auto* transposed = op.As<ops::TransposeConv>()) {
    auto copy = *transposed;
    copy.activation = activation;
    op = copy;
  }
  TensorType types[] = {result};
  return p.Add(std::move(op), std::move(operands), n.origin, types);
}

}  // namespace slipway::converter
