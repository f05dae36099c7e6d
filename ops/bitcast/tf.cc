#include "ir/wire/tf.h"
#include "ops/bitcast/bitcast.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Bitcast::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  ASSIGN_OR_RETURN(DType type, node.Type("type"));
  return in.Add(Bitcast{.type = type}, {in.input(0)});
}

Status ToTf(const Bitcast& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("Bitcast", {out.input(0)}, {{"T", out.in(0).dtype}, {"type", op.type}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
