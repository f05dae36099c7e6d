#pragma once
// Range: start, start + delta, start + 2 delta, ... while before limit.
//   operands: start, limit, delta
//
// C1 the operands have one element each and one dtype, a number
// C2 delta is not 0 and leads from start towards limit
// C3 at most 2^31 - 1 elements
// C4 y has rank 1 and that dtype
//
// It has no gradient, as in TensorFlow: its length is not differentiable.

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Range {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = NumberTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Range*);
};

Result<TensorTypes> Infer(const Range&, Inputs);
Status ToTf(const Range&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Range&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Range&, interpreter::PrepareContext&);
// The number of elements. Integers are exact; f32 is computed in float, as TensorFlow does.
Result<int64_t> RangeLength(int64_t start, int64_t limit, int64_t delta);
Result<int64_t> RangeLength(double start, double limit, double delta, DType dtype);

}  // namespace slipway::ops
