#include "ir/wire/tf.h"
#include "ops/select/select.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Select::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (in.num_inputs() != 3) return BadInput("has ", in.num_inputs(), " inputs, expected 3");
  const Shape &condition = in.type(in.input(0)).shape, &a = in.type(in.input(1)).shape;
  bool rows = node.op == "Select" && condition.has_rank() && condition.rank() == 1 && a.has_rank() && a.rank() > 1;
  return in.Add(Select{.rows = rows}, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const Select& op, wire::TfExporter& out) {
  if (!out.in(1).quant.empty()) return Unsupported("a quantized Select has no TensorFlow form");
  out.SetOutput(0, out.Emit(op.rows ? "Select" : "SelectV2", {out.input(0), out.input(1), out.input(2)},
                            {{"T", out.in(1).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
