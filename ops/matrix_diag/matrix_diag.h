#pragma once
// MatrixDiag: square matrices with the vectors of x as their diagonals and zeros elsewhere.
//   y[..., i, i] = x[..., i]
//   operands: x
//
// C1 rank(x) >= 1, and one more is a rank
// C2 shape(y) = shape(x) + [last dimension of x]; dtype(y) = dtype(x); scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct MatrixDiag {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, MatrixDiag*);
};

Result<TensorTypes> Infer(const MatrixDiag&, Inputs);
Status ToTf(const MatrixDiag&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const MatrixDiag&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const MatrixDiag&, interpreter::PrepareContext&);

}  // namespace slipway::ops
