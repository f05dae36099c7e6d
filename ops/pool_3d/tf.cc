#include "ir/wire/tf_window_3d.h"
#include "ops/pool_3d/pool_3d.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Pool3D::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  ASSIGN_OR_RETURN(wire::TfWindow3D window, wire::ReadTfWindow3D(node));
  ASSIGN_OR_RETURN(ir::ValueId x, wire::WindowInput3D(window, in, in.input(0)));
  auto per_axis = [](const std::array<int, 3>& v) { return std::vector<int64_t>{1, v[0], v[1], v[2], 1}; };
  Pool3D op{.kind = node.op == "MaxPool3D" ? Pool3DKind::kMax : Pool3DKind::kAverage,
            .ksize = per_axis(window.sizes),
            .strides = per_axis(window.strides),
            .padding = window.padding};
  return wire::WindowOutput3D(window, in, in.Add(op, {x}));
}

Status ToTf(const Pool3D& op, wire::TfExporter& out) {
  wire::TfRef y = out.Emit(op.kind == Pool3DKind::kMax ? "MaxPool3D" : "AvgPool3D", {out.input(0)},
                           {{"T", out.in(0).dtype},
                            {"ksize", op.ksize},
                            {"strides", op.strides},
                            {"padding", std::string(EnumNames(op.padding)[static_cast<size_t>(op.padding)])},
                            {"data_format", std::string("NDHWC")}},
                           {"output"})[0];
  out.SetOutput(0, y);
  return OkStatus();
}

}  // namespace slipway::ops
