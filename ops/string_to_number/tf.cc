#include "ir/wire/tf.h"
#include "ops/string_to_number/string_to_number.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> StringToNumber::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  StringToNumber op;
  if (node.Has("out_type")) {
    ASSIGN_OR_RETURN(op.out_type, node.Type("out_type"));
  }
  return in.Add(op, {in.input(0)});
}

Status ToTf(const StringToNumber& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("StringToNumber", {out.input(0)}, {{"out_type", op.out_type}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
