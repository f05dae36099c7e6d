#include "ops/where/where.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Where&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (!IsNumber(in.dtype(0)) && in.dtype(0) != DType::kBool)
    return BadInput("x is ", in.dtype(0), ", expected numbers or bool");  // where_c1
  const Shape& x = in.shape(0);
  if (x.has_rank() && x.rank() == 0) return BadInput("x is a scalar, expected at least one axis");         // where_c1
  return TensorTypes{TensorType(DType::kI64, Shape{kUnknownDim, x.has_rank() ? x.rank() : kUnknownDim})};  // where_c2
}

}  // namespace slipway::ops
