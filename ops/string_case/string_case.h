#pragma once
// StringCase: letters A to Z in lower case, or a to z in upper case; all other bytes stay.
//   operands: x (strings)
//
// C1 dtype(x) is string
// C2 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct StringCase {
  bool upper = false;

  static void Fields(auto& op, auto&& f) { f("upper", op.upper); }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const StringCase&, Inputs);
Status ToTf(const StringCase&, wire::TfExporter&);
}  // namespace slipway::ops
