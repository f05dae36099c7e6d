#include "ir/wire/tf.h"
#include "ops/regex_full_match/regex_full_match.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> RegexFullMatch::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RegexFullMatch op;
  if (node.op == "RegexFullMatch") {
    RETURN_IF_ERROR(in.Count(2));
    const Tensor* pattern = in.ConstantOf(in.input(1));
    if (!pattern || pattern->dtype() != DType::kString || pattern->elements() != 1)
      return Unsupported("input 'pattern' is computed, expected a constant string");
    op.pattern = pattern->strings()[0];
  } else {
    RETURN_IF_ERROR(in.Count(1));
    ASSIGN_OR_RETURN(op.pattern, node.String("pattern", ""));
  }
  return in.Add(op, {in.input(0)});
}

Status ToTf(const RegexFullMatch& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("StaticRegexFullMatch", {out.input(0)}, {{"pattern", op.pattern}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
