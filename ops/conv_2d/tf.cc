#include "ir/wire/tf_window.h"
#include "ops/conv_2d/conv_2d.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Conv2D::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (in.num_inputs() != 2) return BadInput("has ", in.num_inputs(), " inputs, expected 2");
  ASSIGN_OR_RETURN(wire::TfWindow window, wire::ReadTfWindow(node));
  ASSIGN_OR_RETURN(ir::ValueId x, wire::WindowInput(window, in, in.input(0)));
  Conv2D op{.stride_h = window.stride_h,
            .stride_w = window.stride_w,
            .dilation_h = window.dilation_h,
            .dilation_w = window.dilation_w,
            .padding = window.padding};
  return wire::WindowOutput(window, in, in.Add(op, {x, in.input(1)}));
}

Status ToTf(const Conv2D& op, wire::TfExporter& out) {
  if (op.layout != FilterLayout::kTf) return Unsupported("Conv2D whose filter is in TFLite's layout");
  wire::TfRef y = out.Emit("Conv2D", {out.input(0), out.input(1)},
                           {{"T", out.in(0).dtype},
                            {"strides", wire::Spatial(op.stride_h, op.stride_w)},
                            {"dilations", wire::Spatial(op.dilation_h, op.dilation_w)},
                            {"padding", std::string(EnumNames(op.padding)[static_cast<size_t>(op.padding)])},
                            {"data_format", std::string("NHWC")}},
                           {"output"})[0];
  return wire::EmitBiasAndActivation(out, y, 2, op.activation);
}

}  // namespace slipway::ops
