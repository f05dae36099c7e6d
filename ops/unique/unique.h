#pragma once
// Unique: the elements of a vector without repetitions, in the order in which they first occur, and for each element
// where it is among them. -0 equals 0; each NaN is one of its own.
//   operands: x           results: y, positions
//
// C1 x has rank 1; its elements are numbers, bool or strings
// C2 index_type in {i32, i64}
// C3 y has as many elements as differ; positions as many as x

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Unique {
  DType index_type = DType::kI32;

  static void Fields(auto& op, auto&& f) { f("index_type", op.index_type); }
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Unique*);
};

Result<TensorTypes> Infer(const Unique&, Inputs);
Status ToTf(const Unique&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Unique&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Unique&, interpreter::PrepareContext&);

}  // namespace slipway::ops
