#pragma once
// Fill: a tensor of shape `dims` whose elements all are `value`.
//   operands: dims, value
//
// C1 dims holds integers, not negative, and has rank 1
// C2 value has one element
// C3 dtype(y) = dtype(value), with its quantization

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Fill {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr int kValueOperand = 1;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Fill*);
};

Result<TensorTypes> Infer(const Fill&, Inputs);
Status ToTf(const Fill&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Fill&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Fill&, interpreter::PrepareContext&);
void Grad(const Fill&, train::GradContext&);

}  // namespace slipway::ops
