#include "ir/wire/tf.h"
#include "ops/transpose/transpose.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Transpose::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(Transpose{}, {in.input(0), in.input(1)});
}

Status ToTf(const Transpose&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("Transpose", {out.input(0), out.input(1)},
                            {{"T", out.in(0).dtype}, {"Tperm", out.in(1).dtype}}, {"y"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
