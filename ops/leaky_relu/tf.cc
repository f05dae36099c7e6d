#include "ir/wire/tf.h"
#include "ops/leaky_relu/leaky_relu.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> LeakyRelu::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (in.num_inputs() != 1) return BadInput("has ", in.num_inputs(), " inputs, expected 1");
  ASSIGN_OR_RETURN(float alpha, node.Float("alpha", 0.2f));
  return in.Add(LeakyRelu{.alpha = alpha}, {in.input(0)});
}

Status ToTf(const LeakyRelu& op, wire::TfExporter& out) {
  if (!IsFloat(out.in(0).dtype)) return Unsupported("a quantized LeakyRelu has no TensorFlow form");
  std::map<std::string, wire::TfAttr> attrs = {{"T", out.in(0).dtype}, {"alpha", op.alpha}};
  out.SetOutput(0, out.Emit("LeakyRelu", {out.input(0)}, std::move(attrs), {"activations"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
