#include "ops/softmax/softmax.h"

namespace slipway::ops {

Quantization Softmax::OutputQuant(DType dtype) {
  if (dtype == DType::kI16) return {{1.0f / 32768}, {0}, 0};
  return {{1.0f / 256}, {dtype == DType::kU8 ? 0 : -128}, 0};
}

Result<TensorTypes> Infer(const Softmax& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  if (x.has_rank() && x.rank() < 1) return BadInput("x is a scalar, expected at least one axis");  // softmax_c1
  DType t = in.dtype(0);
  if (!IsFloat(t) && t != DType::kI8 && t != DType::kU8 && t != DType::kI16)
    return BadInput("x is ", t, ", expected a float type, i8, u8 or i16");  // softmax_c2
  if (op.i16_result && !IsFloat(t)) {
    if (t != DType::kI8) return BadInput("x is ", t, ", expected i8 for an i16 result");  // softmax_c3
    return TensorTypes{{DType::kI16, x, {{1.0f / 65536}, {-32768}, 0}}};                  // softmax_c3, softmax_c4
  }
  bool quantized = !IsFloat(t) && !in[0].quant.empty();
  return TensorTypes{{t, x, quantized ? Softmax::OutputQuant(t) : Quantization{}}};  // softmax_c3, softmax_c4
}

}  // namespace slipway::ops
