#include "ir/wire/tf.h"
#include "ops/cumsum/cumsum.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Cumsum::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  Cumsum op;
  ASSIGN_OR_RETURN(op.exclusive, node.Bool("exclusive", false));
  ASSIGN_OR_RETURN(op.reverse, node.Bool("reverse", false));
  return in.Add(op, {in.input(0), in.input(1)});
}

Status ToTf(const Cumsum& op, wire::TfExporter& out) {
  out.SetOutput(
      0, out.Emit(
             "Cumsum", {out.input(0), out.input(1)},
             {{"T", out.in(0).dtype}, {"Tidx", out.in(1).dtype}, {"exclusive", op.exclusive}, {"reverse", op.reverse}},
             {"out"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
