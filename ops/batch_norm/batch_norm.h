#pragma once
// BatchNorm: normalization with given statistics, per index of the last axis (inference).
//   y = gamma (x - mean) / sqrt(variance + epsilon) + beta
//   operands: x [..., c], gamma [c], beta [c], mean [c], variance [c]
//
// C1 all operands have one float type
// C2 rank(x) >= 1; gamma, beta, mean and variance have shape [c]
// C3 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct BatchNorm {
  float epsilon = 1e-3f;

  static void Fields(auto& op, auto&& f) { f("epsilon", op.epsilon); }
  static constexpr bool kRowWise = true;
  using ReferenceTypes = RealTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const BatchNorm&, Inputs);
Result<interpreter::Kernel> Prepare(const BatchNorm&, interpreter::PrepareContext&);
Status ToTf(const BatchNorm&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const BatchNorm&, interpreter::PrepareContext&);
void Grad(const BatchNorm&, train::GradContext&);
// C1 and C2 for x and vectors at operands [first, last); fills c into the last axis of *x where it is known.
Status CheckChannels(Inputs, int first, int last, Shape* x);

}  // namespace slipway::ops
