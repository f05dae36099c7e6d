#pragma once
// StringSplit: strings cut into words at a separator, as a sparse matrix with a row per string. Without a separator
// words are what lies between white space.
//   operands: x (strings), separator
//   results: indices [words, 2] i64 (row and place in it), words, shape [2] i64 (rows, most words of a row)
//
// C1 x and the separator are strings, x has rank 1, the separator has one element
// C2 max_splits cuts at most are made in a string; -1: no limit

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct StringSplit {
  int64_t max_splits = -1;

  static void Fields(auto& op, auto&& f) { f("max_splits", op.max_splits); }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const StringSplit&, Inputs);
Status ToTf(const StringSplit&, wire::TfExporter&);
std::vector<std::string> WordsOf(const StringSplit&, std::string_view text, std::string_view separator);
}  // namespace slipway::ops
