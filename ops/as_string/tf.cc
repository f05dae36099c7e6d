#include "ir/wire/tf.h"
#include "ops/as_string/as_string.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> AsString::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  AsString op;
  ASSIGN_OR_RETURN(op.precision, node.Int("precision", -1));
  ASSIGN_OR_RETURN(op.scientific, node.Bool("scientific", false));
  ASSIGN_OR_RETURN(op.shortest, node.Bool("shortest", false));
  ASSIGN_OR_RETURN(op.width, node.Int("width", -1));
  ASSIGN_OR_RETURN(op.fill, node.String("fill", ""));
  return in.Add(op, {in.input(0)});
}

Status ToTf(const AsString& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("AsString", {out.input(0)},
                            {{"T", out.in(0).dtype},
                             {"precision", op.precision},
                             {"scientific", op.scientific},
                             {"shortest", op.shortest},
                             {"width", op.width},
                             {"fill", op.fill}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
