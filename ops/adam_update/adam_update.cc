#include "ops/adam_update/adam_update.h"

namespace slipway::ops {

std::vector<VariableTouch> AdamUpdate::Variables(const AdamUpdate& op) {
  std::vector<VariableTouch> touched;
  for (int id : {op.variable, op.m_variable, op.v_variable, op.amsgrad_variable})
    if (id >= 0) touched.push_back({id, VariableUse::kWrite, 0});
  return touched;
}

Result<TensorTypes> Infer(const AdamUpdate& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  for (int i : {0, 1})
    if (in.dtype(i) != DType::kF32)
      return BadInput("operand ", i, " is ", in.dtype(i), ", expected f32");  // adam_update_c1
  if (in.shape(1).IsStatic() && in.shape(1).Elements() != 1)
    return BadInput("learning_rate has shape ", in.shape(1), ", expected one element");  // adam_update_c1
  RETURN_IF_ERROR(CheckInteger(in, 2, "step"));
  if (in.dtype(2) != DType::kI64) return BadInput("step is ", in.dtype(2), ", expected i64");  // adam_update_c2
  if (op.m_variable < 0 || op.v_variable < 0)
    return BadInput("m_variable and v_variable must be given");  // adam_update_c3
  return TensorTypes{};                                          // adam_update_c4
}

}  // namespace slipway::ops
