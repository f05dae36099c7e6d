#pragma once
// BatchToSpaceNd: the inverse of SpaceToBatchNd; `crops` takes off what its paddings added.
//   operands: x [p1...pm N, spatial..., rest...], block [m], crops [m, 2]
//
// C1 block holds m positive integers, m >= 1; x has rank > m
// C2 crops hold integers, not negative, of shape [m, 2]
// C3 the product of block divides the batch of x; crops leave at least 0 elements
// C4 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct BatchToSpaceNd {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, BatchToSpaceNd*);
};

Result<TensorTypes> Infer(const BatchToSpaceNd&, Inputs);
Status ToTf(const BatchToSpaceNd&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const BatchToSpaceNd&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const BatchToSpaceNd&, interpreter::PrepareContext&);
void Grad(const BatchToSpaceNd&, train::GradContext&);

}  // namespace slipway::ops
