#pragma once
// Cumsum: sums of the elements up to each one along an axis; exclusive: without itself; reverse: from the end.
//   operands: x, axis
//
// C1 dtype(x) is a number
// C2 axis is one integer in [-rank(x), rank(x))
// C3 type(y) = type(x); the scale of a quantized y is its own

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Cumsum {
  bool exclusive = false;
  bool reverse = false;

  static void Fields(auto& op, auto&& f) {
    f("exclusive", op.exclusive);
    f("reverse", op.reverse);
  }
  using ReferenceTypes = NumberTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Cumsum*);
};

Result<TensorTypes> Infer(const Cumsum&, Inputs);
Status ToTf(const Cumsum&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Cumsum&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Cumsum&, interpreter::PrepareContext&);
void Grad(const Cumsum&, train::GradContext&);

}  // namespace slipway::ops
