#include "ops/quantize/quantize.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Quantize& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  DType t = in.dtype(0);
  bool integer = t == DType::kI8 || t == DType::kU8 || t == DType::kI16 || t == DType::kI32;
  if (t != DType::kF32 && !integer) return BadInput("x is ", t, ", expected f32, i8, u8, i16 or i32");  // quantize_c1
  if (integer && in[0].quant.empty()) return BadInput("x is ", in[0], ", which is not quantized");      // quantize_c1
  bool packed = op.to == DType::kI4 && t == DType::kF32;
  bool known = packed || op.to == DType::kI8 || op.to == DType::kU8 || op.to == DType::kI16 || op.to == DType::kI32;
  if (!known || (op.to == DType::kI32 && t != DType::kI16))
    return BadInput("to ", op.to, " from ", t, ", expected i8, u8 or i16");  // quantize_c2
  if (op.bits != 0 && !(op.bits > 0 && op.bits < 8 && op.to == DType::kU8 && t == DType::kF32))
    return Unsupported("quantizing ", t, " to ", op.bits, " bits of ", op.to);  // quantize_c5
  return TensorTypes{{op.to, in.shape(0)}};                                     // quantize_c3, quantize_c4
}

}  // namespace slipway::ops
