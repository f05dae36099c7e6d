#include "ir/wire/tf_window.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway::ops {

// Conv2DBackpropInput(input_sizes, filter, out_backprop).
Result<std::vector<ir::ValueId>> TransposeConv::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (in.num_inputs() != 3) return BadInput("has ", in.num_inputs(), " inputs, expected 3");
  ASSIGN_OR_RETURN(wire::TfWindow window, wire::ReadTfWindow(node));
  if (window.nchw || !window.pads.empty()) return Unsupported("data_format NCHW and explicit padding");
  TransposeConv op{.stride_h = window.stride_h,
                   .stride_w = window.stride_w,
                   .dilation_h = window.dilation_h,
                   .dilation_w = window.dilation_w,
                   .padding = window.padding};
  // Grouped where the filter makes a part of the channels that input_sizes asks for.
  const Tensor* sizes = in.ConstantOf(in.input(0));
  const Shape& filter = in.type(in.input(1)).shape;
  if (sizes && sizes->elements() == 4 && filter.IsStatic() && filter.rank() == 4 && filter[2] > 0) {
    int64_t channels = sizes->AsInts()[3];
    if (channels > filter[2] && channels % filter[2] == 0) op.groups = static_cast<int>(channels / filter[2]);
  }
  return in.Add(op, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const TransposeConv& op, wire::TfExporter& out) {
  if (op.layout != FilterLayout::kTf) return Unsupported("TransposeConv whose filter is in TFLite's layout");
  wire::TfRef y = out.Emit("Conv2DBackpropInput", {out.input(0), out.input(1), out.input(2)},
                           {{"T", out.in(2).dtype},
                            {"strides", wire::Spatial(op.stride_h, op.stride_w)},
                            {"dilations", wire::Spatial(op.dilation_h, op.dilation_w)},
                            {"padding", std::string(EnumNames(op.padding)[static_cast<size_t>(op.padding)])},
                            {"data_format", std::string("NHWC")}},
                           {"output"})[0];
  return wire::EmitBiasAndActivation(out, y, 3, op.activation);
}

}  // namespace slipway::ops
