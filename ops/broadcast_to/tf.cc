#include "ir/wire/tf.h"
#include "ops/broadcast_to/broadcast_to.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> BroadcastTo::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(BroadcastTo{}, {in.input(0), in.input(1)});
}

Status ToTf(const BroadcastTo&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("BroadcastTo", {out.input(0), out.input(1)},
                            {{"T", out.in(0).dtype}, {"Tidx", out.in(1).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
