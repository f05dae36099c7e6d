#include "ir/wire/tf.h"
#include "ops/scatter_nd/scatter_nd.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> ScatterNd::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(3));
  return in.Add(ScatterNd{}, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const ScatterNd&, wire::TfExporter& out) {
  if (out.in(0).dtype != out.in(2).dtype) return Unsupported("indices and shape of two types have no TensorFlow form");
  out.SetOutput(0, out.Emit("ScatterNd", {out.input(0), out.input(1), out.input(2)},
                            {{"T", out.in(1).dtype}, {"Tindices", out.in(0).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
