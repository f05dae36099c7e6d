#include "ops/local_response_normalization/local_response_normalization.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const LocalResponseNormalization& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  RETURN_IF_ERROR(CheckRank4(in.shape(0), "x"));  // local_response_normalization_c1
  if (!IsFloat(in.dtype(0)))
    return BadInput("x is ", in.dtype(0), ", expected a float type");  // local_response_normalization_c1
  if (op.radius < 0)
    return BadInput("the radius is ", op.radius, ", which is negative");  // local_response_normalization_c2
  return TensorTypes{{in.dtype(0), in.shape(0)}};                         // local_response_normalization_c3
}

}  // namespace slipway::ops
