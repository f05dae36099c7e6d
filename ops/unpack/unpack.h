#pragma once
// Unpack: the `num` slices of x along `axis`, without that axis.
//   operands: x
//   results: y0, ..., y(num-1)
//
// C1 axis in [-rank(x), rank(x)), so rank(x) >= 1
// C2 num = dimension `axis` of x, not negative
// C3 type(yi) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Unpack {
  int num = 0;
  int axis = 0;

  static void Fields(auto& op, auto&& f) {
    f("num", op.num);
    f("axis", op.axis);
  }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Unpack*);
};

Result<TensorTypes> Infer(const Unpack&, Inputs);
Status ToTf(const Unpack&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Unpack&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Unpack&, interpreter::PrepareContext&);
void Grad(const Unpack&, train::GradContext&);

}  // namespace slipway::ops
