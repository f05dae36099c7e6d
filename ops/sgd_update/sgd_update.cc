#include "ops/sgd_update/sgd_update.h"

namespace slipway::ops {

std::vector<VariableTouch> SgdUpdate::Variables(const SgdUpdate& op) {
  std::vector<VariableTouch> touched = {{op.variable, VariableUse::kWrite, 0}};
  if (op.momentum_variable >= 0) touched.push_back({op.momentum_variable, VariableUse::kWrite, 0});
  return touched;
}

Result<TensorTypes> Infer(const SgdUpdate& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  for (int i : {0, 1})
    if (in.dtype(i) != DType::kF32)
      return BadInput("operand ", i, " is ", in.dtype(i), ", expected f32");  // sgd_update_c1
  if (in.shape(1).IsStatic() && in.shape(1).Elements() != 1)
    return BadInput("learning_rate has shape ", in.shape(1), ", expected one element");  // sgd_update_c1
  if (op.momentum != 0 && op.momentum_variable < 0)
    return BadInput("momentum is ", op.momentum, " without a momentum_variable");  // sgd_update_c2
  return TensorTypes{};                                                            // sgd_update_c3
}

}  // namespace slipway::ops
