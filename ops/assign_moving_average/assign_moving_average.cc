#include "ops/assign_moving_average/assign_moving_average.h"

namespace slipway::ops {

std::vector<VariableTouch> AssignMovingAverage::Variables(const AssignMovingAverage& op) {
  return {{op.variable, VariableUse::kWrite, 0}};
}

Result<TensorTypes> Infer(const AssignMovingAverage& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (in.dtype(0) != DType::kF32)
    return BadInput("value is ", in.dtype(0), ", expected f32");  // assign_moving_average_c1
  if (!(op.momentum >= 0 && op.momentum <= 1))
    return BadInput("momentum is ", op.momentum, ", expected [0, 1]");  // assign_moving_average_c2
  return TensorTypes{};                                                 // assign_moving_average_c3
}

}  // namespace slipway::ops
