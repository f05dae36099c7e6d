#include "ir/wire/tf.h"
#include "ops/shape_of/shape_of.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> ShapeOf::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  ShapeOf op;
  if (node.Has("out_type")) {
    ASSIGN_OR_RETURN(op.out_type, node.Type("out_type"));
  }
  return in.Add(op, {in.input(0)});
}

Status ToTf(const ShapeOf& op, wire::TfExporter& out) {
  out.SetOutput(0,
                out.Emit("Shape", {out.input(0)}, {{"T", out.in(0).dtype}, {"out_type", op.out_type}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
