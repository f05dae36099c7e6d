#include "ir/wire/tf.h"
#include "ops/where/where.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Where::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  return in.Add(Where{}, {in.input(0)});
}

Status ToTf(const Where&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("Where", {out.input(0)}, {{"T", out.in(0).dtype}}, {"index"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
