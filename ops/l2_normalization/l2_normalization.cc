#include "ops/l2_normalization/l2_normalization.h"

namespace slipway::ops {

Quantization L2Normalization::OutputQuant(DType dtype) { return {{1.0f / 128}, {dtype == DType::kU8 ? 128 : 0}, 0}; }

Result<TensorTypes> Infer(const L2Normalization&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  if (x.has_rank() && x.rank() < 1)
    return BadInput("x is a scalar, expected at least one axis");  // l2_normalization_c1
  DType t = in.dtype(0);
  if (!IsFloat(t) && t != DType::kI8 && t != DType::kU8)
    return BadInput("x is ", t, ", expected a float type, i8 or u8");  // l2_normalization_c2
  bool quantized = !IsFloat(t) && !in[0].quant.empty();
  // l2_normalization_c3, l2_normalization_c4
  return TensorTypes{{t, x, quantized ? L2Normalization::OutputQuant(t) : Quantization{}}};
}

}  // namespace slipway::ops
