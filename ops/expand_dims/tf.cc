#include "ir/wire/tf.h"
#include "ops/expand_dims/expand_dims.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> ExpandDims::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(ExpandDims{}, {in.input(0), in.input(1)});
}

Status ToTf(const ExpandDims&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("ExpandDims", {out.input(0), out.input(1)},
                            {{"T", out.in(0).dtype}, {"Tdim", out.in(1).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
