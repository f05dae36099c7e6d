#pragma once
// SgdUpdate: one step of stochastic gradient descent on a variable w, in place. lr = learning_rate, g = gradient:
//   w -= weight_decay lr w  (first)
//   without momentum: w -= lr g
//   with momentum: m = momentum m - lr g;  w += m,  with nesterov w += momentum m - lr g
//   operands: gradient, learning_rate (one element)
// Source: Keras' SGD.
//
// C1 both operands are f32, the gradient of the variable's shape, learning_rate with one element
// C2 momentum needs momentum_variable, of the variable's type
// C3 no results

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct SgdUpdate {
  int variable = 0;            // index into the module's variables
  int momentum_variable = -1;  // m; -1 without momentum
  float momentum = 0;
  bool nesterov = false;
  float weight_decay = 0;

  static void Fields(auto& op, auto&& f) {
    f("variable", op.variable);
    f("momentum_variable", op.momentum_variable);
    f("momentum", op.momentum);
    f("nesterov", op.nesterov);
    f("weight_decay", op.weight_decay);
  }
  static constexpr bool kStateful = true;
  static std::vector<VariableTouch> Variables(const SgdUpdate& op);
};

Result<TensorTypes> Infer(const SgdUpdate&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const SgdUpdate&, interpreter::PrepareContext&);

}  // namespace slipway::ops
