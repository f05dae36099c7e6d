#include "ops/depth_to_space/depth_to_space.h"

#include "ops/attributes.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const DepthToSpace& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  RETURN_IF_ERROR(CheckPositive(op.block, "block"));          // depth_to_space_c2
  TensorType y(in.dtype(0), in.shape(0), MovedQuant(in[0]));  // depth_to_space_c3
  if (!y.shape.has_rank()) {
    ASSIGN_OR_RETURN(y.shape, UnknownDims(4));
    return TensorTypes{y};
  }
  if (y.shape.rank() != 4) return BadInput("x has shape ", y.shape, ", expected rank 4");  // depth_to_space_c1
  int64_t b = op.block;
  for (int i : {1, 2})
    if (y.shape[i] >= 0 && __builtin_mul_overflow(y.shape[i], b, &y.shape[i])) return BadInput("block is ", b);
  if (y.shape[3] % (b * b) != 0 && y.shape[3] >= 0)
    return BadInput("x has ", y.shape[3], " channels, which ", b * b, " does not divide");  // depth_to_space_c2
  if (y.shape[3] >= 0) y.shape[3] /= b * b;
  ASSIGN_OR_RETURN(y.shape, Shape::FromDims(y.shape.dims()));
  return TensorTypes{y};
}

}  // namespace slipway::ops
