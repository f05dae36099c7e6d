#include "ir/wire/tf.h"
#include "ops/range/range.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Range::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(3));
  return in.Add(Range{}, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const Range&, wire::TfExporter& out) {
  out.SetOutput(
      0, out.Emit("Range", {out.input(0), out.input(1), out.input(2)}, {{"Tidx", out.in(0).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
