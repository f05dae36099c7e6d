#pragma once
// Bucketize: how many boundaries each element of x has reached; NaN is above all of them.
//   y = number of boundaries <= x
//   operands: x
//
// C1 dtype(x) is a number
// C2 the boundaries do not fall
// C3 y is i32 of the shape of x

#include <algorithm>
#include <vector>

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Bucketize {
  std::vector<double> boundaries;  // float numbers

  static void Fields(auto& op, auto&& f) { f("boundaries", op.boundaries); }
  using ReferenceTypes = NumberTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Bucketize*);
};

Result<TensorTypes> Infer(const Bucketize&, Inputs);
Status ToTf(const Bucketize&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Bucketize&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Bucketize&, interpreter::PrepareContext&);

}  // namespace slipway::ops
