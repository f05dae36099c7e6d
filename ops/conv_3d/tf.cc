#include "ir/wire/tf_window_3d.h"
#include "ops/conv_3d/conv_3d.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Conv3D::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  ASSIGN_OR_RETURN(wire::TfWindow3D window, wire::ReadTfWindow3D(node));
  ASSIGN_OR_RETURN(ir::ValueId x, wire::WindowInput3D(window, in, in.input(0)));
  Conv3D op;
  wire::SetWindow3D(window, &op);
  return wire::WindowOutput3D(window, in, in.Add(op, {x, in.input(1)}));
}

Status ToTf(const Conv3D& op, wire::TfExporter& out) {
  std::map<std::string, wire::TfAttr> attrs = wire::Window3DAttrs(op);
  attrs["T"] = out.in(0).dtype;
  wire::TfRef y = out.Emit("Conv3D", {out.input(0), out.input(1)}, std::move(attrs), {"output"})[0];
  return wire::EmitBiasAndActivation(out, y, 2, op.activation);
}

}  // namespace slipway::ops
