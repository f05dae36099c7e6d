#pragma once
// ScatterNd: zeros of a given shape, to which slices of updates are added where tuples of indices say; those that name
// the same place add up, wrapping around in integers (of bool: any).
//   y[indices[i..., :], j...] += updates[i..., j...]
//   operands: indices, updates, shape
//
// C1 indices and shape hold integers; indices have rank 1 at least, their tuples are the last axis; shape has rank 1
// C2 tuples are not longer than the shape; shape(updates) = indices[:-1] + shape[length of the tuples:]
// C3 tuples lie in the shape: checked when running
// C4 updates are numbers or bool
// C5 dtype(y) = dtype(updates); scales per channel are not carried over
//
// Codes of quantized updates are added as they are, with code 0 where nothing goes: that is what TFLite does, right
// only for a zero point of 0. So it stays in floats when a model is quantized.

#include "ops/op.h"
#include "ops/reference_types.h"
#include "ops/slice_index.h"

namespace slipway::ops {

struct ScatterNd {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = NumberTypes;
  static constexpr int kValueOperand = 1;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, ScatterNd*);
};

Result<TensorTypes> Infer(const ScatterNd&, Inputs);
Status ToTf(const ScatterNd&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const ScatterNd&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const ScatterNd&, interpreter::PrepareContext&);
void Grad(const ScatterNd&, train::GradContext&);
// C2 for a shape that is known: the result's shape.
Result<Shape> ScatteredShape(std::span<const int64_t> dims, const Shape& indices, const Shape& updates);

}  // namespace slipway::ops
