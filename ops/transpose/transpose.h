#pragma once
// Transpose: dimension i of y is dimension perm[i] of x.
//   operands: x, perm
//
// C1 perm holds integers and has rank 1
// C2 perm has rank(x) elements
// C3 perm names every axis of x once (negative ones count from the end)
// C4 type(y) = type(x) but for the shape; the axis of scales per channel moves along

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Transpose {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Transpose*);
};

Result<TensorTypes> Infer(const Transpose&, Inputs);
Status ToTf(const Transpose&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Transpose&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Transpose&, interpreter::PrepareContext&);
void Grad(const Transpose&, train::GradContext&);
// perm with axes in [0, rank), checked.
Result<std::vector<int>> NormalizePermutation(std::span<const int64_t> perm, int rank);

}  // namespace slipway::ops
