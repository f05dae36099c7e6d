#pragma once
// AddN: the sum of one or more tensors of one shape.
//
// C1 at least one operand, all with one dtype, a number
// C2 the shapes agree
// C3 dtype(y) = dtype(x_0), shape(y) = the shape that is known best

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct AddN {
  static void Fields(auto&, auto&&) {}
  static constexpr bool kRowWise = true;
  using ReferenceTypes = NumberTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, AddN*);
};

Result<TensorTypes> Infer(const AddN&, Inputs);
Result<TfliteForm> ToTflite(const AddN&, const TfliteTypes&);
Status ToTf(const AddN&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const AddN&, interpreter::PrepareContext&);
void Grad(const AddN&, train::GradContext&);

}  // namespace slipway::ops
