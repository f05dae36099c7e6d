#include "ops/make_complex/make_complex.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const MakeComplex&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  DType t = in.dtype(0);
  if ((t != DType::kF32 && t != DType::kF64) || t != in.dtype(1))
    return BadInput("the parts are ", t, " and ", in.dtype(1), ", expected two of f32 or f64");  // make_complex_c1
  ASSIGN_OR_RETURN(Shape y, BroadcastShapes(in.shape(0), in.shape(1)));                          // make_complex_c2
  return TensorTypes{{t == DType::kF32 ? DType::kC64 : DType::kC128, y}};                        // make_complex_c3
}

}  // namespace slipway::ops
