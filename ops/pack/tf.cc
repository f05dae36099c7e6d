#include "ir/wire/tf.h"
#include "ops/pack/pack.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Pack::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  ASSIGN_OR_RETURN(int64_t axis, node.Int("axis", 0));
  std::vector<ir::ValueId> parts;
  for (int i = 0; i < in.num_inputs(); ++i) parts.push_back(in.input(i));
  return in.Add(Pack{.axis = static_cast<int>(axis)}, parts);
}

Status ToTf(const Pack& op, wire::TfExporter& out) {
  std::vector<wire::TfRef> inputs;
  for (int i = 0; i < out.num_inputs(); ++i) inputs.push_back(out.input(i));
  out.SetOutput(
      0, out.Emit("Pack", inputs,
                  {{"T", out.in(0).dtype}, {"N", static_cast<int64_t>(out.num_inputs())}, {"axis", int64_t{op.axis}}},
                  {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
