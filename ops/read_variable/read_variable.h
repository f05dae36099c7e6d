#pragma once
// ReadVariable: the present elements of a module variable.
//
// C1 no operands
// C2 type(y) = (dtype, shape), which are the variable's

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct ReadVariable {
  int variable = 0;  // index into the module's variables
  DType dtype = DType::kF32;
  Shape shape;

  static void Fields(auto& op, auto&& f) {
    f("variable", op.variable);
    f("dtype", op.dtype);
    f("shape", op.shape);
  }
  static constexpr bool kStateful = true;
  static std::vector<VariableTouch> Variables(const ReadVariable& op) { return {{op.variable, VariableUse::kResult}}; }
};

Result<TensorTypes> Infer(const ReadVariable&, Inputs);
Result<interpreter::Kernel> Prepare(const ReadVariable&, interpreter::PrepareContext&);

}  // namespace slipway::ops
