#include "ops/resize_nearest/resize_nearest.h"

#include <algorithm>
#include <cmath>

namespace slipway::ops {

int64_t NearestPixel(const ResizeNearest& op, int64_t i, int64_t in, int64_t out) {
  bool corners = op.align_corners && out > 1;
  float scale = corners ? static_cast<float>(in - 1) / static_cast<float>(out - 1)
                        : static_cast<float>(in) / static_cast<float>(out);
  float place = (static_cast<float>(i) + (op.half_pixel_centers ? 0.5f : 0.0f)) * scale;
  int64_t pixel = static_cast<int64_t>(op.align_corners ? std::round(place) : std::floor(place));
  return std::clamp<int64_t>(pixel, 0, in - 1);
}

Result<TensorTypes> Infer(const ResizeNearest&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape& x = in.shape(0);
  if (x.has_rank() && x.rank() != 4)
    return BadInput("x has shape ", x, ", expected [n, height, width, c]");  // resize_nearest_c1
  RETURN_IF_ERROR(CheckIntegers(in, 1, "size", 1));                          // resize_nearest_c2
  if (LengthOf(in, 1) >= 0 && LengthOf(in, 1) != 2)
    return BadInput("size has ", LengthOf(in, 1), " elements, expected 2");  // resize_nearest_c2
  if (x.has_rank() && (x[1] == 0 || x[2] == 0) && x[0] != 0 && x[3] != 0)
    return BadInput("x of shape ", x, " has no pixels");  // resize_nearest_c1
  Shape y{kUnknownDim, kUnknownDim, kUnknownDim, kUnknownDim};
  auto size = in.Ints(1);
  for (int i = 0; i < 4; ++i) {
    bool spatial = i == 1 || i == 2;
    if (spatial && size && (*size)[static_cast<size_t>(i - 1)] < 1)
      return BadInput("size [", StrJoin(*size, ","), "] is not positive");  // resize_nearest_c2
    if (spatial && size) y[i] = (*size)[static_cast<size_t>(i - 1)];
    if (!spatial && x.has_rank()) y[i] = x[i];
  }
  ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // resize_nearest_c3
}

}  // namespace slipway::ops
