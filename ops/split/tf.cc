#include "ir/wire/tf.h"
#include "ops/split/split.h"

namespace slipway::ops {

// TensorFlow wants the axis as an i32 scalar.
static wire::TfRef ScalarAxis(wire::TfExporter& out, int operand) {
  if (const Tensor* axis = out.constant(operand))
    return out.Constant(Tensor::Scalar(static_cast<int32_t>(axis->AsInts()[0])));
  return out.input(operand);
}

Result<std::vector<ir::ValueId>> Split::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  ASSIGN_OR_RETURN(int64_t num, node.Int("num_split", 0));
  return in.Add(Split{.num = static_cast<int>(num)}, {in.input(0), in.input(1)});
}

Status ToTf(const Split& op, wire::TfExporter& out) {
  std::vector<std::string> names(static_cast<size_t>(op.num), "output");
  std::vector<wire::TfRef> parts = out.Emit("Split", {ScalarAxis(out, 0), out.input(1)},
                                            {{"T", out.in(1).dtype}, {"num_split", int64_t{op.num}}}, names);
  for (int i = 0; i < op.num; ++i) out.SetOutput(i, parts[static_cast<size_t>(i)]);
  return OkStatus();
}

}  // namespace slipway::ops
