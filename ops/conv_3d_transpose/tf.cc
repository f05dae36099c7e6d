#include "ir/wire/tf_window_3d.h"
#include "ops/conv_3d_transpose/conv_3d_transpose.h"

namespace slipway::ops {

// Conv3DBackpropInputV2(input_sizes, filter, out_backprop).
Result<std::vector<ir::ValueId>> Conv3DTranspose::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(3));
  ASSIGN_OR_RETURN(wire::TfWindow3D window, wire::ReadTfWindow3D(node));
  if (window.ncdhw) return Unsupported("data_format NCDHW");
  Conv3DTranspose op;
  wire::SetWindow3D(window, &op);
  return in.Add(op, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const Conv3DTranspose& op, wire::TfExporter& out) {
  std::map<std::string, wire::TfAttr> attrs = wire::Window3DAttrs(op);
  attrs["T"] = out.in(2).dtype;
  attrs["Tshape"] = out.in(0).dtype;
  wire::TfRef y =
      out.Emit("Conv3DBackpropInputV2", {out.input(0), out.input(1), out.input(2)}, std::move(attrs), {"output"})[0];
  return wire::EmitBiasAndActivation(out, y, 3, op.activation);
}

}  // namespace slipway::ops
