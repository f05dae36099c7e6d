#include "ir/wire/tf.h"
#include "ops/concat/concat.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Concat::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  int n = in.num_inputs() - 1;
  if (n < 1) return BadInput("has ", n + 1, " inputs, expected at least 2");
  bool axis_first = node.op == "Concat";
  ASSIGN_OR_RETURN(int64_t axis, in.ConstantInt(axis_first ? 0 : n, "axis"));
  std::vector<ir::ValueId> parts;
  for (int i = 0; i < n; ++i) parts.push_back(in.input(axis_first ? i + 1 : i));
  return in.Add(Concat{.axis = static_cast<int>(axis)}, parts);
}

Status ToTf(const Concat& op, wire::TfExporter& out) {
  std::vector<wire::TfRef> inputs;
  for (int i = 0; i < out.num_inputs(); ++i) inputs.push_back(out.input(i));
  DType type = out.in(0).dtype;
  wire::TfRef y;
  if (inputs.size() == 1) {  // ConcatV2 wants two
    y = out.Emit("Identity", inputs, {{"T", type}}, {"output"})[0];
  } else {
    int64_t n = out.num_inputs();
    inputs.push_back(out.Constant(Tensor::Scalar<int32_t>(op.axis)));
    y = out.Emit("ConcatV2", inputs, {{"N", n}, {"T", type}, {"Tidx", DType::kI32}}, {"output"})[0];
  }
  if (op.activation == Activation::kRelu || op.activation == Activation::kRelu6)
    y = out.Emit(op.activation == Activation::kRelu ? "Relu" : "Relu6", {y}, {{"T", type}}, {"activations"})[0];
  else if (op.activation != Activation::kNone)
    return Unsupported("Concat with activation ", EnumNames(op.activation)[static_cast<size_t>(op.activation)]);
  out.SetOutput(0, y);
  return OkStatus();
}

}  // namespace slipway::ops
