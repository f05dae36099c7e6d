#include "ops/hadamard_rotation/hadamard_rotation.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const HadamardRotation& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  if (in.dtype(0) != DType::kF32 || (x.has_rank() && x.rank() == 0))
    return BadInput("x is ", in[0], ", expected f32 of rank 1 or more");  // hadamard_rotation_c1
  int64_t n = op.hadamard_size;
  if (n < 1 || (n & (n - 1)) != 0)
    return BadInput("hadamard_size is ", n, ", expected a power of 2");  // hadamard_rotation_c2
  if (x.has_rank() && x.back() != kUnknownDim && x.back() < n)
    return BadInput("hadamard_size is ", n, " for rows of ", x.back(), " elements");  // hadamard_rotation_c2
  return TensorTypes{{DType::kF32, x}};                                               // hadamard_rotation_c3
}

}  // namespace slipway::ops
