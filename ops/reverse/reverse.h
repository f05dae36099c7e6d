#pragma once
// Reverse: x backwards along the axes named.
//   operands: x, axes
//
// C1 axes holds integers and has rank 1
// C2 axes are in [-rank(x), rank(x)), each named once
// C3 type(y) = type(x); scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Reverse {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Reverse*);
};

Result<TensorTypes> Infer(const Reverse&, Inputs);
Status ToTf(const Reverse&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Reverse&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Reverse&, interpreter::PrepareContext&);
void Grad(const Reverse&, train::GradContext&);
// Which axes are named, checked (C2).
Result<std::vector<bool>> ReversedAxes(std::span<const int64_t> axes, int rank);

}  // namespace slipway::ops
