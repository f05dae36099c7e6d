#include "ir/wire/tf.h"
#include "ops/multinomial/multinomial.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Multinomial::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  Multinomial op;
  ASSIGN_OR_RETURN(op.seed, node.Int("seed", 0));
  ASSIGN_OR_RETURN(op.seed2, node.Int("seed2", 0));
  if (node.Has("output_dtype")) {
    ASSIGN_OR_RETURN(op.out_type, node.Type("output_dtype"));
  }
  return in.Add(op, {in.input(0), in.input(1)});
}

Status ToTf(const Multinomial& op, wire::TfExporter& out) {
  out.SetOutput(
      0, out.Emit("Multinomial", {out.input(0), out.input(1)},
                  {{"T", out.in(0).dtype}, {"output_dtype", op.out_type}, {"seed", op.seed}, {"seed2", op.seed2}},
                  {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
