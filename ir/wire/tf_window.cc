#include "ir/wire/tf_window.h"

#include <limits>

#include "ops/pad/pad.h"
#include "ops/reshape/reshape.h"

namespace slipway::wire {

namespace {

// The two spatial entries of a list over four dimensions; the others must be 1.
Status ReadSpatial(const TfNode& node, const char* attr, bool nchw, int* h, int* w) {
  ASSIGN_OR_RETURN(std::vector<int64_t> list, node.Ints(attr));
  if (list.empty()) return OkStatus();
  if (list.size() != 4)
    return BadInput("node '", node.name, "': attribute '", attr, "' has ", list.size(), " entries, expected 4");
  size_t first = nchw ? 2 : 1;
  for (size_t i = 0; i < 4; ++i) {
    if (list[i] < 1 || list[i] > std::numeric_limits<int32_t>::max())
      return BadInput("node '", node.name, "': attribute '", attr, "' has the entry ", list[i]);
    if (i != first && i != first + 1 && list[i] != 1)
      return Unsupported("node '", node.name, "': attribute '", attr, "' is ", list[i], " over batch or channels");
  }
  *h = static_cast<int>(list[first]);
  *w = static_cast<int>(list[first + 1]);
  return OkStatus();
}

}  // namespace

Result<TfWindow> ReadTfWindow(const TfNode& node) {
  TfWindow window;
  ASSIGN_OR_RETURN(std::string format, node.String("data_format", "NHWC"));
  if (format != "NHWC" && format != "NCHW") return Unsupported("node '", node.name, "': data_format ", format);
  window.nchw = format == "NCHW";
  RETURN_IF_ERROR(ReadSpatial(node, "strides", window.nchw, &window.stride_h, &window.stride_w));
  RETURN_IF_ERROR(ReadSpatial(node, "dilations", window.nchw, &window.dilation_h, &window.dilation_w));
  RETURN_IF_ERROR(ReadSpatial(node, "ksize", window.nchw, &window.filter_h, &window.filter_w));
  ASSIGN_OR_RETURN(std::string padding, node.String("padding", "VALID"));
  if (padding == "SAME") window.padding = ops::Padding::kSame;
  if (padding == "SAME" || padding == "VALID") return window;
  if (padding != "EXPLICIT") return BadInput("node '", node.name, "': padding is '", padding, "'");
  ASSIGN_OR_RETURN(std::vector<int64_t> pads, node.Ints("explicit_paddings"));
  if (pads.size() != 8)
    return BadInput("node '", node.name, "': explicit_paddings has ", pads.size(), " entries, expected 8");
  size_t first = window.nchw ? 4 : 2;
  for (size_t i = 0; i < 8; ++i) {
    if (pads[i] < 0) return BadInput("node '", node.name, "': explicit_paddings has the entry ", pads[i]);
    if ((i < first || i >= first + 4) && pads[i] != 0)
      return Unsupported("node '", node.name, "': explicit padding of batch or channels");
  }
  window.pads.assign(pads.begin() + static_cast<int64_t>(first), pads.begin() + static_cast<int64_t>(first) + 4);
  return window;
}

Result<ir::ValueId> WindowInput(const TfWindow& window, TfImporter& in, ir::ValueId x, float value) {
  if (window.nchw) {
    ASSIGN_OR_RETURN(x, in.ToNhwc(x));
  }
  if (window.pads.empty()) return x;
  std::vector<int64_t> amounts = {0, 0, window.pads[0], window.pads[1], window.pads[2], window.pads[3], 0, 0};
  ir::ValueId pads = in.Constant(Tensor::Vector(amounts).Reshaped({4, 2}), "paddings");
  std::vector<ir::ValueId> operands = {x, pads};
  if (value != 0) operands.push_back(in.Constant(Tensor::Scalar(value), "padding_value"));
  ASSIGN_OR_RETURN(std::vector<ir::ValueId> y, in.Add(ops::Pad{}, std::move(operands), "pad"));
  return y[0];
}

Result<std::vector<ir::ValueId>> WindowOutput(const TfWindow& window, TfImporter& in,
                                              Result<std::vector<ir::ValueId>> y) {
  if (!y.ok() || !window.nchw) return y;
  ASSIGN_OR_RETURN(ir::ValueId nchw, in.ToNchw((*y)[0]));
  return std::vector<ir::ValueId>{nchw};
}

std::vector<int64_t> Spatial(int h, int w) { return {1, h, w, 1}; }

Status EmitBiasAndActivation(TfExporter& out, TfRef y, int bias, ops::Activation activation) {
  DType type = out.out(0).dtype;
  if (out.num_inputs() > bias && out.Has(bias))
    y = out.Emit("BiasAdd", {y, out.input(bias)}, {{"T", type}}, {"output"})[0];
  switch (activation) {
    case ops::Activation::kNone:
      break;
    case ops::Activation::kRelu:
      y = out.Emit("Relu", {y}, {{"T", type}}, {"activations"})[0];
      break;
    case ops::Activation::kRelu6:
      y = out.Emit("Relu6", {y}, {{"T", type}}, {"activations"})[0];
      break;
    case ops::Activation::kReluN1To1:
      if (type != DType::kF32) return Unsupported("an activation RELU_N1_TO_1 on ", type);
      y = out.Emit("Maximum", {y, out.Constant(Tensor::Scalar(-1.0f))}, {{"T", type}}, {"z"})[0];
      y = out.Emit("Minimum", {y, out.Constant(Tensor::Scalar(1.0f))}, {{"T", type}}, {"z"})[0];
      break;
    default:
      return Unsupported("the activation ", EnumNames(activation)[static_cast<size_t>(activation)]);
  }
  out.SetOutput(0, y);
  return OkStatus();
}

}  // namespace slipway::wire
