#include "ir/wire/tf_window.h"
#include "ops/average_pool_2d/average_pool_2d.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> AveragePool2D::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (in.num_inputs() != 1) return BadInput("has ", in.num_inputs(), " inputs, expected 1");
  ASSIGN_OR_RETURN(wire::TfWindow window, wire::ReadTfWindow(node));
  if (!window.pads.empty()) return Unsupported("explicit padding of an average");
  ASSIGN_OR_RETURN(ir::ValueId x, wire::WindowInput(window, in, in.input(0)));
  AveragePool2D op{.filter_h = window.filter_h,
                   .filter_w = window.filter_w,
                   .stride_h = window.stride_h,
                   .stride_w = window.stride_w,
                   .padding = window.padding};
  return wire::WindowOutput(window, in, in.Add(op, {x}));
}

Status ToTf(const AveragePool2D& op, wire::TfExporter& out) {
  wire::TfRef y = out.Emit("AvgPool", {out.input(0)},
                           {{"T", out.in(0).dtype},
                            {"ksize", wire::Spatial(op.filter_h, op.filter_w)},
                            {"strides", wire::Spatial(op.stride_h, op.stride_w)},
                            {"padding", std::string(EnumNames(op.padding)[static_cast<size_t>(op.padding)])},
                            {"data_format", std::string("NHWC")}},
                           {"output"})[0];
  return wire::EmitBiasAndActivation(out, y, 1, op.activation);
}

}  // namespace slipway::ops
