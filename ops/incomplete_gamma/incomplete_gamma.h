#pragma once
// IncompleteGamma: the regularized incomplete gamma function with broadcasting: the lower one
//   P(a, x) = integral of t^(a-1) exp(-t) from t = 0 to x, divided by Gamma(a),
// or the upper one Q(a, x) = 1 - P(a, x).
//   operands: a, x
//
// NaN where a <= 0, x < 0 or one of them is NaN; P(a, 0) = 0 for any a, as in TensorFlow.
//
// C1 both are f32 or both are f64
// C2 shapes broadcast
// C3 dtype(y) = dtype(a), shape(y) = broadcast(shape(a), shape(x))

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct IncompleteGamma {
  bool upper = false;

  static void Fields(auto& op, auto&& f) { f("upper", op.upper); }
  using ReferenceTypes = RealTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const IncompleteGamma&, Inputs);
Status ToTf(const IncompleteGamma&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const IncompleteGamma&, interpreter::PrepareContext&);

}  // namespace slipway::ops
