#pragma once
// Select:  y = a where condition holds, else b.  Operands condition, a, b with NumPy broadcasting.
//
// With `rows` (TensorFlow's Select, TFLite's SELECT) a and b have one shape and the condition has it too, or is a
// scalar, or has rank 1 and chooses whole rows: then it is aligned with the first axis of a instead of the last.
//
// C1 dtype(condition) = bool
// C2 dtype(a) = dtype(b), quantized alike
// C3 the three shapes broadcast; with rows: a and b have one shape, condition that shape, its first dimension or none
// C4 type(y) = type(a) with the broadcast shape

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Select {
  bool rows = false;

  static void Fields(auto& op, auto&& f) { f("rows", op.rows); }
  static constexpr bool kRowWise = true;
  using ReferenceTypes = AnyTypes;
  static constexpr int kValueOperand = 1;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Select*);
};

// The condition's shape aligned for broadcasting: with rows [n] becomes [n,1,..,1].
Shape AlignedCondition(const Select&, const Shape& condition, const Shape& a);

Result<TensorTypes> Infer(const Select&, Inputs);
Result<TfliteForm> ToTflite(const Select&, const TfliteTypes&);
Status ToTf(const Select&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const Select&, interpreter::PrepareContext&);
void Grad(const Select&, train::GradContext&);

}  // namespace slipway::ops
