#include "ir/wire/tf.h"
#include "ops/gather_nd/gather_nd.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> GatherNd::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(GatherNd{}, {in.input(0), in.input(1)});
}

Status ToTf(const GatherNd&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("GatherNd", {out.input(0), out.input(1)},
                            {{"Tparams", out.in(0).dtype}, {"Tindices", out.in(1).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
