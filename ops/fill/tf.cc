#include "ir/wire/tf.h"
#include "ops/fill/fill.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Fill::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(Fill{}, {in.input(0), in.input(1)});
}

Status ToTf(const Fill&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("Fill", {out.input(0), out.input(1)},
                            {{"T", out.in(1).dtype}, {"index_type", out.in(0).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
