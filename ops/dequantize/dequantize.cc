#include "ops/dequantize/dequantize.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Dequantize&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  DType t = in.dtype(0);
  bool integer = t == DType::kI4 || t == DType::kI8 || t == DType::kU8 || t == DType::kI16 || t == DType::kI32;
  if (t != DType::kF16 && !integer)
    return BadInput("x is ", t, ", expected f16, i4, i8, u8, i16 or i32");                          // dequantize_c1
  if (integer && in[0].quant.empty()) return BadInput("x is ", in[0], ", which is not quantized");  // dequantize_c1
  return TensorTypes{{DType::kF32, in.shape(0)}};                                                   // dequantize_c2
}

}  // namespace slipway::ops
