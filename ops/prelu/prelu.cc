#include "ops/prelu/prelu.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Prelu&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  DType t = in.dtype(0);
  if (!IsFloat(t) && t != DType::kI8 && t != DType::kU8 && t != DType::kI16)
    return BadInput("x is ", t, ", expected a float type, i8, u8 or i16");  // prelu_c1
  if (in.dtype(1) != (t == DType::kI16 ? DType::kI8 : t))
    return BadInput("x is ", t, " but alpha is ", in[1]);                    // prelu_c2
  ASSIGN_OR_RETURN(Shape shape, BroadcastShapes(in.shape(0), in.shape(1)));  // prelu_c3
  if (!Compatible(in.shape(0), shape))
    return BadInput("alpha of shape ", in.shape(1), " is larger than x of shape ", in.shape(0));  // prelu_c3
  return TensorTypes{{t, in.shape(0)}};                                                           // prelu_c4
}

}  // namespace slipway::ops
