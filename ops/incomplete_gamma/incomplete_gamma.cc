#include "ops/incomplete_gamma/incomplete_gamma.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const IncompleteGamma&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  DType t = in.dtype(0);
  if ((t != DType::kF32 && t != DType::kF64) || t != in.dtype(1))
    return BadInput("a and x are ", t, " and ", in.dtype(1), ", expected two of f32 or f64");  // incomplete_gamma_c1
  ASSIGN_OR_RETURN(Shape y, BroadcastShapes(in.shape(0), in.shape(1)));                        // incomplete_gamma_c2
  return TensorTypes{{t, y}};                                                                  // incomplete_gamma_c3
}

}  // namespace slipway::ops
