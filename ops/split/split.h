#pragma once
// Split: x cut into `num` equal parts along `axis`.
//   operands: axis, x
//   results: y0, ..., y(num-1)
//
// C1 axis is one integer in [-rank(x), rank(x))
// C2 num >= 1 divides dimension `axis` of x
// C3 type(yi) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Split {
  int num = 1;

  static void Fields(auto& op, auto&& f) { f("num", op.num); }
  using ReferenceTypes = AnyTypes;
  static constexpr int kValueOperand = 1;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Split*);
};

Result<TensorTypes> Infer(const Split&, Inputs);
Status ToTf(const Split&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Split&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Split&, interpreter::PrepareContext&);
void Grad(const Split&, train::GradContext&);

}  // namespace slipway::ops
