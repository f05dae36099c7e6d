#include "ir/wire/tf.h"
#include "ops/arg_max/arg_max.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> ArgMax::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (in.num_inputs() != 2) return BadInput("has ", in.num_inputs(), " inputs, expected 2");
  ArgMax op{.min = node.op == "ArgMin"};
  if (node.Has("output_type")) {
    ASSIGN_OR_RETURN(op.output_type, node.Type("output_type"));
  }
  return in.Add(op, {in.input(0), in.input(1)});
}

Status ToTf(const ArgMax& op, wire::TfExporter& out) {
  if (!out.in(0).quant.empty()) return Unsupported("a quantized ArgMax has no TensorFlow form");
  std::map<std::string, wire::TfAttr> attrs = {
      {"T", out.in(0).dtype}, {"Tidx", out.in(1).dtype}, {"output_type", op.output_type}};
  out.SetOutput(0,
                out.Emit(op.min ? "ArgMin" : "ArgMax", {out.input(0), out.input(1)}, std::move(attrs), {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
