#include "ir/wire/tf.h"
#include "ops/squeeze/squeeze.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Squeeze::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  ASSIGN_OR_RETURN(std::vector<int64_t> axes, node.Ints("squeeze_dims"));
  if (axes.empty()) {
    ASSIGN_OR_RETURN(axes, node.Ints("axis"));
  }
  return in.Add(Squeeze{.axes = axes}, {in.input(0)});
}

Status ToTf(const Squeeze& op, wire::TfExporter& out) {
  out.SetOutput(
      0, out.Emit("Squeeze", {out.input(0)}, {{"T", out.in(0).dtype}, {"squeeze_dims", op.axes}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
