#include "ir/wire/tf.h"
#include "ops/space_to_batch_nd/space_to_batch_nd.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> SpaceToBatchNd::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(3));
  return in.Add(SpaceToBatchNd{}, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const SpaceToBatchNd&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("SpaceToBatchND", {out.input(0), out.input(1), out.input(2)},
                            {{"T", out.in(0).dtype}, {"Tblock_shape", out.in(1).dtype}, {"Tpaddings", out.in(2).dtype}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
