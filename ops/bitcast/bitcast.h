#pragma once
// Bitcast: the bytes of x as elements of another dtype. Smaller ones get an axis of their own at the end; larger ones
// take up the last axis.
//   operands: x
//
// C1 both dtypes have elements of whole bytes and of fixed size, or both are i4
// C2 where elements become larger, the last dimension of x is how many of the old make a new one
// C3 dtype(y) = type; shape(y) = shape(x), with one axis more or less

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct Bitcast {
  DType type = DType::kI32;

  static void Fields(auto& op, auto&& f) { f("type", op.type); }
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Bitcast*);
};

Result<TensorTypes> Infer(const Bitcast&, Inputs);
Status ToTf(const Bitcast&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Bitcast&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Bitcast&, interpreter::PrepareContext&);

}  // namespace slipway::ops
