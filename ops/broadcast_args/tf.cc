#include "ir/wire/tf.h"
#include "ops/broadcast_args/broadcast_args.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> BroadcastArgs::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(BroadcastArgs{}, {in.input(0), in.input(1)});
}

Status ToTf(const BroadcastArgs&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("BroadcastArgs", {out.input(0), out.input(1)}, {{"T", out.in(0).dtype}}, {"r0"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
