#include "ir/wire/tf.h"
#include "ops/batch_to_space_nd/batch_to_space_nd.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> BatchToSpaceNd::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(3));
  return in.Add(BatchToSpaceNd{}, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const BatchToSpaceNd&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("BatchToSpaceND", {out.input(0), out.input(1), out.input(2)},
                            {{"T", out.in(0).dtype}, {"Tblock_shape", out.in(1).dtype}, {"Tcrops", out.in(2).dtype}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
