#include "ir/wire/tf.h"
#include "ops/make_complex/make_complex.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> MakeComplex::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(MakeComplex{}, {in.input(0), in.input(1)});
}

Status ToTf(const MakeComplex&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("Complex", {out.input(0), out.input(1)},
                            {{"T", out.in(0).dtype}, {"Tout", out.out(0).dtype}}, {"out"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
