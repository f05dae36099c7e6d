#pragma once
// StringJoin: the strings of all operands one after another, with a separator between them. A scalar goes with every
// element of the others.
//   operands: x0, x1, ... (strings, at least one)
//
// C1 all operands hold strings
// C2 operands that are no scalars have one shape, that of y

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct StringJoin {
  std::string separator = {};

  static void Fields(auto& op, auto&& f) { f("separator", op.separator); }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const StringJoin&, Inputs);
Status ToTf(const StringJoin&, wire::TfExporter&);
}  // namespace slipway::ops
