#pragma once
// BatchNormTrain: normalization with the statistics of the batch, per index of the last axis (training).
//   mean = mean of x, variance = mean of (x - mean)^2 (biased), over all axes but the last
//   y = gamma (x - mean) / sqrt(variance + epsilon) + beta
//   operands: x [..., c], gamma [c], beta [c]
//   results: y, mean, variance
//
// C1 all operands have one float type
// C2 rank(x) >= 1; gamma and beta have shape [c]
// C3 type(y) = type(x), mean and variance are of that dtype and shape [c]; both are NaN when there are no rows

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct BatchNormTrain {
  float epsilon = 1e-3f;

  static void Fields(auto& op, auto&& f) { f("epsilon", op.epsilon); }
  using ReferenceTypes = RealTypes;
};

Result<TensorTypes> Infer(const BatchNormTrain&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const BatchNormTrain&, interpreter::PrepareContext&);
void Grad(const BatchNormTrain&, train::GradContext&);

}  // namespace slipway::ops
