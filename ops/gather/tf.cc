#include "ir/wire/tf.h"
#include "ops/gather/gather.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Gather::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (node.op == "Gather") {
    RETURN_IF_ERROR(in.Count(2));
    return in.Add(Gather{}, {in.input(0), in.input(1)});
  }
  RETURN_IF_ERROR(in.Count(3));
  ASSIGN_OR_RETURN(int64_t axis, in.ConstantInt(2, "axis"));
  ASSIGN_OR_RETURN(int64_t batch_dims, node.Int("batch_dims", 0));
  return in.Add(Gather{.axis = static_cast<int>(axis), .batch_dims = static_cast<int>(batch_dims)},
                {in.input(0), in.input(1)});
}

Status ToTf(const Gather& op, wire::TfExporter& out) {
  wire::TfRef axis = out.Constant(Tensor::Scalar<int32_t>(op.axis));
  out.SetOutput(0, out.Emit("GatherV2", {out.input(0), out.input(1), axis},
                            {{"Tparams", out.in(0).dtype},
                             {"Tindices", out.in(1).dtype},
                             {"Taxis", DType::kI32},
                             {"batch_dims", int64_t{op.batch_dims}}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
