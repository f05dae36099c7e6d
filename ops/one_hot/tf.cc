#include "ir/wire/tf.h"
#include "ops/one_hot/one_hot.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> OneHot::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(4));
  ASSIGN_OR_RETURN(int64_t axis, node.Int("axis", -1));
  return in.Add(OneHot{.axis = static_cast<int>(axis)}, {in.input(0), in.input(1), in.input(2), in.input(3)});
}

Status ToTf(const OneHot& op, wire::TfExporter& out) {
  wire::TfRef depth = out.input(1);
  if (const Tensor* known = out.constant(1))
    depth = out.Constant(Tensor::Scalar(static_cast<int32_t>(known->AsInts()[0])));
  out.SetOutput(0,
                out.Emit("OneHot", {out.input(0), depth, out.input(2), out.input(3)},
                         {{"T", out.in(2).dtype}, {"TI", out.in(0).dtype}, {"axis", int64_t{op.axis}}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
