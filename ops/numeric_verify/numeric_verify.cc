#include "ops/numeric_verify/numeric_verify.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const NumericVerify&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  DType t = in.dtype(0);
  // Floats are what the reference works on.
  if (t != DType::kI8 && t != DType::kU8 && t != DType::kI16 && t != DType::kF16 && t != DType::kF32)
    return BadInput("x is ", t, ", expected i8, u8, i16 or f16");                                   // numeric_verify_c1
  if (in.dtype(1) != DType::kF32) return BadInput("reference is ", in.dtype(1), ", expected f32");  // numeric_verify_c1
  if (!Compatible(in.shape(0), in.shape(1)))
    return BadInput("reference has shape ", in.shape(1), ", expected ", in.shape(0));  // numeric_verify_c1
  return TensorTypes{{DType::kF32, in.shape(0)}};                                      // numeric_verify_c3
}

}  // namespace slipway::ops
