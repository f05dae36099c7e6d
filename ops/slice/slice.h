#pragma once
// Slice: the box of `size` elements from `begin`; a size of -1 means all that is left.
//   operands: x, begin, size
//
// C1 begin and size hold integers, have rank 1 and rank(x) elements
// C2 0 <= begin[i] and begin[i] + size[i] <= dimension i of x
// C3 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Slice {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Slice*);
};

Result<TensorTypes> Infer(const Slice&, Inputs);
Status ToTf(const Slice&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Slice&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Slice&, interpreter::PrepareContext&);
void Grad(const Slice&, train::GradContext&);

}  // namespace slipway::ops
