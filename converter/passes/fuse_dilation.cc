#include <array>

#include "converter/passes/passes.h"
#include "ops/batch_to_space_nd/batch_to_space_nd.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/expand_dims/expand_dims.h"
#include "ops/pad/pad.h"
#include "ops/space_to_batch_nd/space_to_batch_nd.h"
#include "ops/squeeze/squeeze.h"

namespace slipway::converter {

using ir::Graph;
using ir::Node;
using ir::ValueId;

namespace {

// BatchToSpaceNd(conv(SpaceToBatchNd(x))) in 2 dimensions, or in one, around whose convolution an axis comes and goes.
struct Blocked {
  const Node *to_batch, *conv;
  bool line;
};

const Node* ProducerOf(const Graph& g, ValueId v) {
  return v == ValueId::kNone || g.value(v).producer == ir::NodeId::kNone ? nullptr : &g.node(g.value(v).producer);
}

bool AddsAxis1(const Graph& g, const Node& n) {
  const Tensor* axis = n.op.Is<ops::ExpandDims>() ? g.ConstantOf(n.inputs[1]) : nullptr;
  const Shape& x = g.type(n.inputs[0]).shape;
  return axis && x.has_rank() && x.rank() == 3 && (axis->AsInts()[0] == 1 || axis->AsInts()[0] == -3);
}

bool DropsAxis1(const Graph& g, const Node& n) {
  const auto* squeeze = n.op.As<ops::Squeeze>();
  const Shape& x = g.type(n.inputs[0]).shape;
  return squeeze && x.has_rank() && x.rank() == 4 && squeeze->axes.size() == 1 &&
         (squeeze->axes[0] == 1 || squeeze->axes[0] == -3);
}

std::optional<Blocked> Match(const Graph& g, const Node& to_space) {
  ValueId v = to_space.inputs[0];
  if (g.NumUses(v) != 1) return std::nullopt;
  const Node* conv = ProducerOf(g, v);
  if (!conv) return std::nullopt;
  const bool line = DropsAxis1(g, *conv);
  if (line) {
    if (g.NumUses(conv->inputs[0]) != 1) return std::nullopt;
    conv = ProducerOf(g, conv->inputs[0]);
  }
  const Node* before = conv && !conv->inputs.empty() ? ProducerOf(g, conv->inputs[0]) : nullptr;
  if (before && line) before = AddsAxis1(g, *before) ? ProducerOf(g, before->inputs[0]) : nullptr;
  if (!before || !before->op.Is<ops::SpaceToBatchNd>()) return std::nullopt;
  return Blocked{before, conv, line};
}

// The convolution with these dilations, if it is one that steps over every pixel and pads nothing.
template <class Conv>
std::optional<ops::Op> Dilated(const Node& n, int64_t h, int64_t w) {
  const Conv* conv = n.op.As<Conv>();
  if (!conv || conv->stride_h != 1 || conv->stride_w != 1 || conv->dilation_h != 1 || conv->dilation_w != 1 ||
      conv->padding != ops::Padding::kValid)
    return std::nullopt;
  Conv dilated = *conv;
  dilated.dilation_h = static_cast<int>(h);
  dilated.dilation_w = static_cast<int>(w);
  return ops::Op(dilated);
}

std::vector<int64_t> IntsOf(const Graph& g, ValueId v) {
  const Tensor* t = g.ConstantOf(v);
  return t ? t->AsInts() : std::vector<int64_t>();
}

// What is put around height and width: the paddings less the crops. Nothing where more is cropped.
std::optional<std::array<int64_t, 8>> Amounts(const std::vector<int64_t>& paddings, const std::vector<int64_t>& crops,
                                              bool line) {
  if (paddings.size() != (line ? 2 : 4) || crops.size() != paddings.size()) return std::nullopt;
  std::array<int64_t, 8> amounts{};
  for (size_t i = 0; i < paddings.size(); ++i) {
    amounts[(line ? 4 : 2) + i] = paddings[i] - crops[i];
    if (paddings[i] < crops[i]) return std::nullopt;
  }
  return amounts;
}

}  // namespace

Rewrite FuseDilation(const Graph& g, ir::NodeId id) {
  const Node& n = g.node(id);
  if (!n.op.Is<ops::BatchToSpaceNd>()) return std::nullopt;
  std::optional<Blocked> found = Match(g, n);
  if (!found) return std::nullopt;
  const std::vector<int64_t> block = IntsOf(g, n.inputs[1]);
  if (block.size() != (found->line ? 1 : 2) || block != IntsOf(g, found->to_batch->inputs[1])) return std::nullopt;
  auto amounts = Amounts(IntsOf(g, found->to_batch->inputs[2]), IntsOf(g, n.inputs[2]), found->line);
  const int64_t h = found->line ? 1 : block[0], w = block.back();
  std::optional<ops::Op> dilated = Dilated<ops::Conv2D>(*found->conv, h, w);
  if (!dilated) dilated = Dilated<ops::DepthwiseConv2D>(*found->conv, h, w);
  if (!amounts || !dilated) return std::nullopt;

  ir::Patch p(g, id, "fuse_dilation");
  ValueId x = found->to_batch->inputs[0];
  if (found->line) {
    ValueId axis = p.Constant(Tensor::Scalar<int32_t>(1), StrCat(n.origin, "/axis"));
    ASSIGN_OR_RETURN(x, p.Add(ops::ExpandDims{}, {x, axis}, n.origin));
  }
  if (*amounts != std::array<int64_t, 8>{}) {
    Tensor paddings = Tensor::Vector(std::span<const int64_t>(*amounts), DType::kI32).Reshaped({4, 2});
    ValueId around = p.Constant(paddings, StrCat(n.origin, "/paddings"));
    ASSIGN_OR_RETURN(x, p.Add(ops::Pad{}, {x, around}, n.origin));
  }
  std::vector<ValueId> operands = found->conv->inputs;
  operands[0] = x;
  ASSIGN_OR_RETURN(ValueId y, p.Add(*dilated, std::move(operands), found->conv->origin));
  if (found->line) {
    ASSIGN_OR_RETURN(y, p.Add(ops::Squeeze{.axes = {1}}, {y}, n.origin));
  }
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
