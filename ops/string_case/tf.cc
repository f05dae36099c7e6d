#include "ir/wire/tf.h"
#include "ops/string_case/string_case.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> StringCase::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  ASSIGN_OR_RETURN(std::string encoding, node.String("encoding", ""));
  if (!encoding.empty()) return Unsupported("encoding ", encoding, ", only letters of ASCII change their case");
  return in.Add(StringCase{.upper = node.op == "StringUpper"}, {in.input(0)});
}

Status ToTf(const StringCase& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit(op.upper ? "StringUpper" : "StringLower", {out.input(0)}, {}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
