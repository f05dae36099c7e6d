#pragma once
// AssignMovingAverage: variable = momentum variable + (1 - momentum) value, in place (batch normalization's moving
// statistics).
//   operands: value
//
// C1 value is f32, of the variable's shape
// C2 momentum in [0, 1]
// C3 no results

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct AssignMovingAverage {
  int variable = 0;  // index into the module's variables
  float momentum = 0.99f;

  static void Fields(auto& op, auto&& f) {
    f("variable", op.variable);
    f("momentum", op.momentum);
  }
  static constexpr bool kStateful = true;
  static std::vector<VariableTouch> Variables(const AssignMovingAverage& op);
};

Result<TensorTypes> Infer(const AssignMovingAverage&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const AssignMovingAverage&, interpreter::PrepareContext&);

}  // namespace slipway::ops
