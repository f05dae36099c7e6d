#pragma once
// ZerosLike: zeros in the shape of x ("" for strings, the zero point of a quantized result).
//   operands: x
//
// C1 one operand
// C2 type(y) = type(x); scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct ZerosLike {
  static void Fields(auto&, auto&&) {}
  static constexpr bool kShapeOnly = true;
  using ReferenceTypes = AnyTypes;
  static Status FromTflite(const TfliteOperator&, ZerosLike*);
};

Result<TensorTypes> Infer(const ZerosLike&, Inputs);
Status ToTf(const ZerosLike&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const ZerosLike&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const ZerosLike&, interpreter::PrepareContext&);
void Grad(const ZerosLike&, train::GradContext&);

}  // namespace slipway::ops
