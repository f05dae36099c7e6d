#include "ir/wire/tf.h"
#include "ops/reshape/reshape.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Reshape::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(Reshape{}, {in.input(0), in.input(1)});
}

Status ToTf(const Reshape& op, wire::TfExporter& out) {
  bool operand = out.Has(1);
  wire::TfRef shape = operand ? out.input(1) : out.Constant(Tensor::Vector(op.shape, DType::kI64));
  DType shape_type = operand ? out.in(1).dtype : DType::kI64;
  out.SetOutput(
      0, out.Emit("Reshape", {out.input(0), shape}, {{"T", out.in(0).dtype}, {"Tshape", shape_type}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
