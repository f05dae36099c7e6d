#pragma once
// RegexReplace: what a regular expression (of RE2) finds in each string, first or every time, becomes `rewrite`, in
// which \1 to \9 are the groups and \0 is all that was found.
//   operands: x (strings)
//
// C1 dtype(x) is string
// C2 the pattern is one, and has the groups that rewrite names: checked when the model is loaded
// C3 type(y) = type(x)
//
// It has no reference: regular expressions are RE2's.

#include <string>

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct RegexReplace {
  std::string pattern;
  std::string rewrite;
  bool global = true;

  static void Fields(auto& op, auto&& f) {
    f("pattern", op.pattern);
    f("rewrite", op.rewrite);
    f("global", op.global);
  }
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const RegexReplace&, Inputs);
Status ToTf(const RegexReplace&, wire::TfExporter&);
Result<interpreter::Kernel> PrepareExt(const RegexReplace&, interpreter::PrepareContext&);

}  // namespace slipway::ops
