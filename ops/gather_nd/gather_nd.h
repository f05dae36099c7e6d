#pragma once
// GatherNd: the slices of params that tuples of indices name.
//   y[i..., j...] = params[indices[i..., :], j...]
//   operands: params, indices
//
// C1 indices hold integers and have rank 1 at least; the tuples are their last axis
// C2 tuples are not longer than rank(params)
// C3 tuples lie in params: checked when running
// C4 shape(y) = indices[:-1] + params[length of the tuples:]; dtype(y) = dtype(params); scales per channel are not
//    carried over

#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"
#include "ops/slice_index.h"

namespace slipway::ops {

struct GatherNd {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, GatherNd*);
};

Result<TensorTypes> Infer(const GatherNd&, Inputs);
Status ToTf(const GatherNd&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const GatherNd&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const GatherNd&, interpreter::PrepareContext&);
void Grad(const GatherNd&, train::GradContext&);

}  // namespace slipway::ops
