#include "ir/wire/tf.h"
#include "ops/decode_tensor/decode_tensor.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> DecodeTensor::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  DecodeTensor op;
  ASSIGN_OR_RETURN(op.out_type, node.Type("out_type"));
  return in.Add(op, {in.input(0)});
}

Status ToTf(const DecodeTensor& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("ParseTensor", {out.input(0)}, {{"out_type", op.out_type}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
