#pragma once
// AdamUpdate: one step of Adam on a variable w, in place. lr = learning_rate, g = gradient, t = step + 1:
//   w -= weight_decay lr w  (first; AdamW)
//   m += (1 - beta_1) (g - m),  v += (1 - beta_2) (g^2 - v)
//   a = lr sqrt(1 - beta_2^t) / (1 - beta_1^t),  w -= a m / (sqrt(v) + epsilon)
//   amsgrad: u = max(u, v) stands for v in the last line
//   operands: gradient, learning_rate (one f32), step (one i64: steps made before this one)
// Source: Keras' Adam ("epsilon hat", outside of the root and not corrected).
//
// C1 gradient and learning_rate are f32, the gradient of the variable's shape, learning_rate with one element
// C2 step is one i64
// C3 m_variable and v_variable are given, and have the variable's type; so has amsgrad_variable where it is given
// C4 no results

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct AdamUpdate {
  int variable = 0;  // index into the module's variables
  int m_variable = -1;
  int v_variable = -1;
  int amsgrad_variable = -1;  // u; -1 without amsgrad
  float beta_1 = 0.9f;
  float beta_2 = 0.999f;
  float epsilon = 1e-7f;
  float weight_decay = 0;

  static void Fields(auto& op, auto&& f) {
    f("variable", op.variable);
    f("m_variable", op.m_variable);
    f("v_variable", op.v_variable);
    f("amsgrad_variable", op.amsgrad_variable);
    f("beta_1", op.beta_1);
    f("beta_2", op.beta_2);
    f("epsilon", op.epsilon);
    f("weight_decay", op.weight_decay);
  }
  static constexpr bool kStateful = true;
  static std::vector<VariableTouch> Variables(const AdamUpdate& op);
};

Result<TensorTypes> Infer(const AdamUpdate&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const AdamUpdate&, interpreter::PrepareContext&);

}  // namespace slipway::ops
