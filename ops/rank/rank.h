#pragma once
// Rank: how many axes x has.
//   operands: x
//
// C1 one operand
// C2 y is an i32 scalar

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Rank {
  static void Fields(auto&, auto&&) {}
  static constexpr bool kShapeOnly = true;
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Rank*);
};

Result<TensorTypes> Infer(const Rank&, Inputs);
Status ToTf(const Rank&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Rank&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Rank&, interpreter::PrepareContext&);

}  // namespace slipway::ops
