#include "ops/decode_image/decode_image.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const DecodeImage& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  if (in.dtype(0) != DType::kString || (x.has_rank() && x.rank() != 0))
    return BadInput("x is ", in[0], ", expected one string");                            // decode_image_c1
  if (op.channels < 0 || op.channels > 4) return BadInput("channels is ", op.channels);  // decode_image_c2
  return TensorTypes{
      {DType::kU8, {kUnknownDim, kUnknownDim, op.channels ? op.channels : kUnknownDim}}};  // decode_image_c4
}

}  // namespace slipway::ops
