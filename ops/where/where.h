#pragma once
// Where: the indices of the elements that are not 0, in row-major order.
//   operands: x
//
// C1 dtype(x) is a number or bool, rank(x) >= 1
// C2 y is i64 [count, rank(x)]

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Where {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = NumberTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Where*);
};

Result<TensorTypes> Infer(const Where&, Inputs);
Status ToTf(const Where&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Where&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Where&, interpreter::PrepareContext&);

}  // namespace slipway::ops
