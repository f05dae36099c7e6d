#include "ops/resize_bilinear/resize_bilinear.h"

#include <algorithm>
#include <cmath>

namespace slipway::ops {

Interpolation Interpolate(const ResizeBilinear& op, int64_t i, int64_t in, int64_t out) {
  bool corners = op.align_corners && out > 1;
  float scale = corners ? static_cast<float>(in - 1) / static_cast<float>(out - 1)
                        : static_cast<float>(in) / static_cast<float>(out);
  float place = op.half_pixel_centers ? (static_cast<float>(i) + 0.5f) * scale - 0.5f : static_cast<float>(i) * scale;
  float floor = std::floor(place);
  int64_t lower = std::clamp<int64_t>(static_cast<int64_t>(floor), 0, in - 1);
  int64_t upper = std::clamp<int64_t>(static_cast<int64_t>(std::ceil(place)), 0, in - 1);
  return {lower, upper, place - floor};
}

Result<TensorTypes> Infer(const ResizeBilinear& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape& x = in.shape(0);
  if (op.align_corners && op.half_pixel_centers)
    return BadInput("align_corners and half_pixel_centers exclude each other");  // resize_bilinear_c3
  DType t = in.dtype(0);
  if (!IsFloat(t) && t != DType::kI8 && t != DType::kU8 && t != DType::kI16)
    return BadInput("x is ", t, ", expected a float type, i8, u8 or i16");  // resize_bilinear_c4
  if (x.has_rank() && x.rank() != 4)
    return BadInput("x has shape ", x, ", expected [n, height, width, c]");  // resize_bilinear_c1
  RETURN_IF_ERROR(CheckIntegers(in, 1, "size", 1));                          // resize_bilinear_c2
  if (LengthOf(in, 1) >= 0 && LengthOf(in, 1) != 2)
    return BadInput("size has ", LengthOf(in, 1), " elements, expected 2");  // resize_bilinear_c2
  if (x.has_rank() && (x[1] == 0 || x[2] == 0) && x[0] != 0 && x[3] != 0)
    return BadInput("x of shape ", x, " has no pixels");  // resize_bilinear_c1
  Shape y{kUnknownDim, kUnknownDim, kUnknownDim, kUnknownDim};
  auto size = in.Ints(1);
  for (int i = 0; i < 4; ++i) {
    bool spatial = i == 1 || i == 2;
    if (spatial && size && (*size)[static_cast<size_t>(i - 1)] < 1)
      return BadInput("size [", StrJoin(*size, ","), "] is not positive");  // resize_bilinear_c2
    if (spatial && size) y[i] = (*size)[static_cast<size_t>(i - 1)];
    if (!spatial && x.has_rank()) y[i] = x[i];
  }
  ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // resize_bilinear_c5
}

}  // namespace slipway::ops
