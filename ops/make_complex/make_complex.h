#pragma once
// MakeComplex: complex numbers from their real and imaginary parts, with broadcasting.
//   operands: real, imaginary
//
// C1 both are f32 or both are f64
// C2 shapes broadcast
// C3 dtype(y) = c64 or c128, shape(y) = broadcast(shape(real), shape(imaginary))

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct MakeComplex {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = RealTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const MakeComplex&, Inputs);
Status ToTf(const MakeComplex&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const MakeComplex&, interpreter::PrepareContext&);

}  // namespace slipway::ops
