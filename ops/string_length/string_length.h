#pragma once
// StringLength: how many bytes, or characters of UTF-8, each string has.
//   operands: x (strings)
//
// C1 dtype(x) is string
// C2 y is i32 of the shape of x

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct StringLength {
  bool characters = false;

  static void Fields(auto& op, auto&& f) { f("characters", op.characters); }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const StringLength&, Inputs);
Status ToTf(const StringLength&, wire::TfExporter&);
}  // namespace slipway::ops
