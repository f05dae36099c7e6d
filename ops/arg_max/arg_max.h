#pragma once
// ArgMax: the index of the largest (with `min` the smallest) element along an axis; of ties the first. NaN is never the
// largest; where nothing is, the answer is 0.  Operands x and axis (a scalar i32 or i64, negative from the end).
//
// C1 dtype(x) is a number or bool
// C2 dtype(axis) in {i32, i64}, axis has one element
// C3 axis lies in [-rank(x), rank(x)) and is not empty
// C4 output_type in {i32, i64, i16, u16}
// C5 dtype(y) = output_type, shape(y) = shape(x) without the axis

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct ArgMax {
  DType output_type = DType::kI64;
  bool min = false;

  static void Fields(auto& op, auto&& f) {
    f("output_type", op.output_type);
    f("min", op.min);
  }
  using ReferenceTypes = NumberTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .own_int16x8 = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, ArgMax*);
};

Result<TensorTypes> Infer(const ArgMax&, Inputs);
Result<TfliteForm> ToTflite(const ArgMax&, const TfliteTypes&);
Status ToTf(const ArgMax&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const ArgMax&, interpreter::PrepareContext&);

}  // namespace slipway::ops
