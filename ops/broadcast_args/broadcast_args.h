#pragma once
// BroadcastArgs: the shape that two shapes, given as vectors, broadcast to.
//   operands: a, b
//
// C1 a and b are i32 or i64, of one dtype and of rank 1
// C2 their elements, paired from the end, are equal or 1, and not negative: checked when running
// C3 y has their dtype and the length of the longer one

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct BroadcastArgs {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = NumberTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, BroadcastArgs*);
};

Result<TensorTypes> Infer(const BroadcastArgs&, Inputs);
Status ToTf(const BroadcastArgs&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const BroadcastArgs&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const BroadcastArgs&, interpreter::PrepareContext&);

// The broadcast of one pair of dimensions, below 0 where they do not go together (or are no dimensions).
inline int64_t BroadcastDim(int64_t a, int64_t b) { return a == b || b == 1 ? a : a == 1 ? b : -1; }

}  // namespace slipway::ops
