#include "ir/wire/tf.h"
#include "ops/regex_replace/regex_replace.h"

namespace slipway::ops {

// A pattern or rewrite that is an operand must be a constant.
static Result<std::string> TextOperand(const wire::TfImporter& in, int i, const char* name) {
  const Tensor* t = in.ConstantOf(in.input(i));
  if (!t || t->dtype() != DType::kString || t->elements() != 1)
    return Unsupported("input '", name, "' is computed, expected a constant string");
  return t->strings()[0];
}

Result<std::vector<ir::ValueId>> RegexReplace::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RegexReplace op;
  ASSIGN_OR_RETURN(op.global, node.Bool("replace_global", true));
  if (node.op == "RegexReplace") {
    RETURN_IF_ERROR(in.Count(3));
    ASSIGN_OR_RETURN(op.pattern, TextOperand(in, 1, "pattern"));
    ASSIGN_OR_RETURN(op.rewrite, TextOperand(in, 2, "rewrite"));
  } else {
    RETURN_IF_ERROR(in.Count(1));
    ASSIGN_OR_RETURN(op.pattern, node.String("pattern", ""));
    ASSIGN_OR_RETURN(op.rewrite, node.String("rewrite", ""));
  }
  return in.Add(op, {in.input(0)});
}

Status ToTf(const RegexReplace& op, wire::TfExporter& out) {
  out.SetOutput(
      0, out.Emit("StaticRegexReplace", {out.input(0)},
                  {{"pattern", op.pattern}, {"rewrite", op.rewrite}, {"replace_global", op.global}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
