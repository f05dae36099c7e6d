#pragma once
// MatrixSetDiag: the matrices of x with their main diagonals replaced.
//   y[..., i, i] = diagonal[..., i], elsewhere x
//   operands: x [..., m, n], diagonal [..., min(m, n)]
//
// C1 rank(x) >= 2
// C2 dtype(diagonal) = dtype(x); its shape is that of the diagonals
// C3 type(y) = type(x); scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct MatrixSetDiag {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, MatrixSetDiag*);
};

Result<TensorTypes> Infer(const MatrixSetDiag&, Inputs);
Status ToTf(const MatrixSetDiag&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const MatrixSetDiag&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const MatrixSetDiag&, interpreter::PrepareContext&);

}  // namespace slipway::ops
