#include "ops/bucketize/bucketize.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Bucketize& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (!IsNumber(in.dtype(0))) return BadInput("x is ", in.dtype(0), ", expected numbers");  // bucketize_c1
  for (size_t i = 1; i < op.boundaries.size(); ++i)
    if (!(op.boundaries[i - 1] <= op.boundaries[i]))
      return BadInput("boundary ", op.boundaries[i], " comes after ", op.boundaries[i - 1]);  // bucketize_c2
  return TensorTypes{TensorType(DType::kI32, in.shape(0))};                                   // bucketize_c3
}

}  // namespace slipway::ops
