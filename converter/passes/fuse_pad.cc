#include "converter/passes/passes.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/pad/pad.h"

namespace slipway::converter {

using ir::ValueId;

namespace {

// Are these amounts what SAME gives for an unpadded input of `in`?
bool IsSame(int64_t in, int64_t filter, int stride, int dilation, int64_t before, int64_t after) {
  ops::Window same{.in = in, .filter = filter, .stride = stride, .dilation = dilation, .padding = ops::Padding::kSame};
  return in >= 0 && same.PadBefore() == before && same.PadAfter() == after;
}

template <class Conv>
std::optional<ops::Op> WithSamePadding(const ir::Graph& g, const ir::Node& n, const std::vector<int64_t>& pads,
                                       const Shape& in) {
  const Conv* conv = n.op.As<Conv>();
  if (!conv || conv->padding != ops::Padding::kValid) return std::nullopt;
  const Shape& filter = g.type(n.inputs[1]).shape;
  if (!filter.IsStatic() || filter.rank() != 4) return std::nullopt;
  int h = conv->layout == ops::FilterLayout::kTf ? 0 : 1;
  if (!IsSame(in[1], filter[h], conv->stride_h, conv->dilation_h, pads[2], pads[3]) ||
      !IsSame(in[2], filter[h + 1], conv->stride_w, conv->dilation_w, pads[4], pads[5]))
    return std::nullopt;
  Conv same = *conv;
  same.padding = ops::Padding::kSame;
  return ops::Op(same);
}

}  // namespace

Rewrite FusePad(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  if (n.inputs.empty() || !g.ProducerAs<ops::Pad>(n.inputs[0])) return std::nullopt;
  const ir::Node& pad = g.node(g.value(n.inputs[0]).producer);
  const Tensor* amounts = g.ConstantOf(pad.inputs[1]);
  if (!amounts || amounts->elements() != 8) return std::nullopt;
  if (Operand(pad, 2) != ValueId::kNone) {
    const Tensor* value = g.ConstantOf(Operand(pad, 2));
    if (!value || value->dtype() != DType::kF32 || value->elements() != 1 || value->as<float>()[0] != 0)
      return std::nullopt;
  }
  std::vector<int64_t> pads = amounts->AsInts();
  if (pads[0] || pads[1] || pads[6] || pads[7]) return std::nullopt;
  const Shape& in = g.type(pad.inputs[0]).shape;
  if (!in.has_rank() || in.rank() != 4) return std::nullopt;
  std::optional<ops::Op> fused = WithSamePadding<ops::Conv2D>(g, n, pads, in);
  if (!fused) fused = WithSamePadding<ops::DepthwiseConv2D>(g, n, pads, in);
  if (!fused) return std::nullopt;
  ir::Patch p(g, id, "fuse_pad");
  std::vector<ValueId> operands = n.inputs;
  operands[0] = pad.inputs[0];
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId y, p.Add(*fused, std::move(operands), n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
