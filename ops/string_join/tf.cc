#include "ir/wire/tf.h"
#include "ops/string_join/string_join.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> StringJoin::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  StringJoin op;
  ASSIGN_OR_RETURN(op.separator, node.String("separator", ""));
  std::vector<ir::ValueId> inputs;
  for (int i = 0; i < in.num_inputs(); ++i) inputs.push_back(in.input(i));
  return in.Add(op, inputs);
}

Status ToTf(const StringJoin& op, wire::TfExporter& out) {
  std::vector<wire::TfRef> inputs;
  for (int i = 0; i < out.num_inputs(); ++i) inputs.push_back(out.input(i));
  out.SetOutput(
      0, out.Emit("StringJoin", inputs, {{"N", static_cast<int64_t>(out.num_inputs())}, {"separator", op.separator}},
                  {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
