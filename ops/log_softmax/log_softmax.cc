#include "ops/log_softmax/log_softmax.h"

namespace slipway::ops {

Quantization LogSoftmax::OutputQuant(DType dtype) { return {{16.0f / 256}, {dtype == DType::kU8 ? 255 : 127}, 0}; }

Result<TensorTypes> Infer(const LogSoftmax&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  if (x.has_rank() && x.rank() < 1) return BadInput("x is a scalar, expected at least one axis");  // log_softmax_c1
  DType t = in.dtype(0);
  if (!IsFloat(t) && t != DType::kI8 && t != DType::kU8)
    return BadInput("x is ", t, ", expected a float type, i8 or u8");  // log_softmax_c2
  bool quantized = !IsFloat(t) && !in[0].quant.empty();
  // log_softmax_c3, log_softmax_c4
  return TensorTypes{{t, x, quantized ? LogSoftmax::OutputQuant(t) : Quantization{}}};
}

}  // namespace slipway::ops
