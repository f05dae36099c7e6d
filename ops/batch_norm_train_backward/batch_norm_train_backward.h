#pragma once
// BatchNormTrainBackward: the gradient of BatchNormTrain's y, with the statistics that it computed.
//   r = 1 / sqrt(variance + epsilon), n = rows, z = (x - mean) r
//   dbeta = sum dy, dgamma = sum dy z, dx = gamma r (dy - dbeta / n - z dgamma / n)
//   operands: dy, x [..., c], gamma [c], mean [c], variance [c]
//   results: dx, dgamma, dbeta
//
// C1 all operands have one float type
// C2 shape(dy) = shape(x), rank >= 1; gamma, mean and variance have shape [c]
// C3 dx, dgamma and dbeta have the types of x and gamma

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct BatchNormTrainBackward {
  float epsilon = 1e-3f;

  static void Fields(auto& op, auto&& f) { f("epsilon", op.epsilon); }
  using ReferenceTypes = RealTypes;
};

Result<TensorTypes> Infer(const BatchNormTrainBackward&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const BatchNormTrainBackward&, interpreter::PrepareContext&);

}  // namespace slipway::ops
