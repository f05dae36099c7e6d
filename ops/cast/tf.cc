#include "ir/wire/tf.h"
#include "ops/cast/cast.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Cast::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (in.num_inputs() != 1) return BadInput("has ", in.num_inputs(), " inputs, expected 1");
  ASSIGN_OR_RETURN(DType to, node.Type("DstT"));
  ASSIGN_OR_RETURN(bool truncate, node.Bool("Truncate", false));
  if (truncate) return Unsupported("Truncate (rounding floats to zero) is not supported");
  return in.Add(Cast{.to = to}, {in.input(0)});
}

Status ToTf(const Cast& op, wire::TfExporter& out) {
  if (op.bits != 0) return Unsupported("Cast to ", op.bits, " bits of ", op.to);
  std::map<std::string, wire::TfAttr> attrs = {{"SrcT", out.in(0).dtype}, {"DstT", op.to}, {"Truncate", false}};
  out.SetOutput(0, out.Emit("Cast", {out.input(0)}, std::move(attrs), {"y"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
