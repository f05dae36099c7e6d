#include "ir/wire/tf.h"
#include "ops/incomplete_gamma/incomplete_gamma.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> IncompleteGamma::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(IncompleteGamma{.upper = node.op == "Igammac"}, {in.input(0), in.input(1)});
}

Status ToTf(const IncompleteGamma& op, wire::TfExporter& out) {
  out.SetOutput(
      0, out.Emit(op.upper ? "Igammac" : "Igamma", {out.input(0), out.input(1)}, {{"T", out.in(0).dtype}}, {"z"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
