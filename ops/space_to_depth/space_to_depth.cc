#include "ops/space_to_depth/space_to_depth.h"

#include "ops/attributes.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SpaceToDepth& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  RETURN_IF_ERROR(CheckPositive(op.block, "block"));          // space_to_depth_c2
  TensorType y(in.dtype(0), in.shape(0), MovedQuant(in[0]));  // space_to_depth_c3
  if (!y.shape.has_rank()) {
    ASSIGN_OR_RETURN(y.shape, UnknownDims(4));
    return TensorTypes{y};
  }
  if (y.shape.rank() != 4) return BadInput("x has shape ", y.shape, ", expected rank 4");  // space_to_depth_c1
  int64_t b = op.block;
  for (int i : {1, 2}) {
    if (y.shape[i] >= 0 && y.shape[i] % b != 0)
      return BadInput("dimension ", i, " of x is ", y.shape[i], ", which ", b,
                      " does not divide");  // space_to_depth_c2
    if (y.shape[i] >= 0) y.shape[i] /= b;
  }
  if (y.shape[3] >= 0 && __builtin_mul_overflow(y.shape[3], b * b, &y.shape[3])) return BadInput("block is ", b);
  ASSIGN_OR_RETURN(y.shape, Shape::FromDims(y.shape.dims()));
  return TensorTypes{y};
}

}  // namespace slipway::ops
