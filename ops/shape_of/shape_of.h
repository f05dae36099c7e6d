#pragma once
// ShapeOf: the shape of x as a vector of out_type.
//   operands: x
//
// C1 out_type in {i32, i64}
// C2 y has shape [rank(x)]

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct ShapeOf {
  DType out_type = DType::kI32;

  static void Fields(auto& op, auto&& f) { f("out_type", op.out_type); }
  using ReferenceTypes = NumberTypes;
  static constexpr int kValueOperand = -1;
  static constexpr bool kShapeOnly = true;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, ShapeOf*);
};

Result<TensorTypes> Infer(const ShapeOf&, Inputs);
Status ToTf(const ShapeOf&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const ShapeOf&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const ShapeOf&, interpreter::PrepareContext&);

}  // namespace slipway::ops
