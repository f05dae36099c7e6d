#pragma once
// SparseToDense: a tensor of `fill` with values at the places that indices name. Of values for one place the last one
// stays.
//   operands: indices, shape, values, fill
//
// TensorFlow may be asked to refuse indices that are not in order (validate_indices); here they may come in any order.
//
// C1 indices and shape hold integers; shape has rank 1; indices are [n, length of shape], or for one axis [n] or []
// C2 values is a scalar, the value for all places, or has one element per place
// C3 fill has one element; dtype(fill) = dtype(values)
// C4 indices lie in the shape: checked when running
// C5 shape(y) = shape; dtype(y) = dtype(values); scales per channel are not carried over

#include "ops/op.h"
#include "ops/reference_types.h"
#include "ops/slice_index.h"

namespace slipway::ops {

struct SparseToDense {
  bool validate_indices = false;

  static void Fields(auto& op, auto&& f) { f("validate_indices", op.validate_indices); }
  using ReferenceTypes = AnyTypes;
  static constexpr int kValueOperand = 2;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, SparseToDense*);
};

Result<TensorTypes> Infer(const SparseToDense&, Inputs);
Status ToTf(const SparseToDense&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const SparseToDense&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SparseToDense&, interpreter::PrepareContext&);
// The indices' shape as [n, rank], checked against the result's (C1).
Result<Shape> PlacesShape(const Shape& indices, int64_t rank);
// C1 for a shape that is known.
Result<Shape> DenseShape(std::span<const int64_t> dims);

}  // namespace slipway::ops
