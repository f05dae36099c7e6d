#pragma once
// AssignVariable: gives a module variable new elements, in place.
//
// C1 one operand, of the variable's type
// C2 no results

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct AssignVariable {
  int variable = 0;  // index into the module's variables

  static void Fields(auto& op, auto&& f) { f("variable", op.variable); }
  static constexpr bool kStateful = true;
  static std::vector<VariableTouch> Variables(const AssignVariable& op) {
    return {{op.variable, VariableUse::kWrite, 0}};
  }
};

Result<TensorTypes> Infer(const AssignVariable&, Inputs);
Result<interpreter::Kernel> Prepare(const AssignVariable&, interpreter::PrepareContext&);

}  // namespace slipway::ops
