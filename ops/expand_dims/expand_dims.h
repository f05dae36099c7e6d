#pragma once
// ExpandDims: x with a new axis of 1, which is dimension `axis` of y.
//   operands: x, axis
//
// C1 axis is one integer
// C2 axis in [-rank(y), rank(y)), rank(y) = rank(x) + 1
// C3 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct ExpandDims {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr bool kView = true;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, ExpandDims*);
};

Result<TensorTypes> Infer(const ExpandDims&, Inputs);
Status ToTf(const ExpandDims&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const ExpandDims&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const ExpandDims&, interpreter::PrepareContext&);
void Grad(const ExpandDims&, train::GradContext&);

}  // namespace slipway::ops
