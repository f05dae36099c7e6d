#include "ir/wire/tf.h"
#include "ops/slice/slice.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Slice::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(3));
  return in.Add(Slice{}, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const Slice&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("Slice", {out.input(0), out.input(1), out.input(2)},
                            {{"T", out.in(0).dtype}, {"Index", out.in(1).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
