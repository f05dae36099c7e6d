#pragma once
// RegexFullMatch: is a string, from its first byte to its last, what a regular expression (of RE2) describes?
//   operands: x (strings)
//
// C1 dtype(x) is string
// C2 the pattern is one: checked when the model is loaded
// C3 y is bool, of the shape of x
//
// It has no reference: regular expressions are RE2's.

#include <string>

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct RegexFullMatch {
  std::string pattern;

  static void Fields(auto& op, auto&& f) { f("pattern", op.pattern); }
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const RegexFullMatch&, Inputs);
Status ToTf(const RegexFullMatch&, wire::TfExporter&);
Result<interpreter::Kernel> PrepareExt(const RegexFullMatch&, interpreter::PrepareContext&);

}  // namespace slipway::ops
