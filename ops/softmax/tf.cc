#include "ir/wire/tf.h"
#include "ops/binary/binary.h"
#include "ops/softmax/softmax.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Softmax::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  if (in.num_inputs() != 1) return BadInput("has ", in.num_inputs(), " inputs, expected 1");
  return in.Add(Softmax{}, {in.input(0)});
}

Status ToTf(const Softmax& op, wire::TfExporter& out) {
  DType type = out.in(0).dtype;
  wire::TfRef x = out.input(0);
  if (op.beta != 1) {
    if (type != DType::kF32) return Unsupported("Softmax with beta ", op.beta, " is written for f32 only, not ", type);
    x = out.Emit("Mul", {x, out.Constant(Tensor::Scalar(op.beta))}, {{"T", type}}, {"z"})[0];
  }
  out.SetOutput(0, out.Emit("Softmax", {x}, {{"T", type}}, {"softmax"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
