#include "ops/leaky_relu/leaky_relu.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const LeakyRelu&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  DType t = in.dtype(0);
  if (!IsFloat(t) && t != DType::kI8 && t != DType::kU8 && t != DType::kI16)
    return BadInput("x is ", t, ", expected a float type, i8, u8 or i16");  // leaky_relu_c1
  return TensorTypes{{t, in.shape(0)}};                                     // leaky_relu_c2
}

}  // namespace slipway::ops
