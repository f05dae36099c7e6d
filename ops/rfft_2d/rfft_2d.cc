#include "ops/rfft_2d/rfft_2d.h"

namespace slipway::ops {

Result<Shape> RfftShape(const Shape& x, std::span<const int64_t> lengths) {
  for (int64_t n : lengths)
    if (n < 1) return BadInput("fft_length holds ", n, ", expected at least 1");  // rfft_2d_c2
  Shape y = x;
  y[x.rank() - 2] = lengths[0];
  y[x.rank() - 1] = lengths[1] / 2 + 1;
  return Shape::FromDims(y.dims());
}

Result<TensorTypes> Infer(const Rfft2D&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape& x = in.shape(0);
  DType t = in.dtype(0);
  if (t != DType::kF32 && t != DType::kF64) return BadInput("x is ", t, ", expected f32 or f64");     // rfft_2d_c1
  if (x.has_rank() && x.rank() < 2) return BadInput("x has shape ", x, ", expected rank 2 or more");  // rfft_2d_c1
  RETURN_IF_ERROR(CheckIntegers(in, 1, "fft_length", 1));                                             // rfft_2d_c2
  if (int64_t n = LengthOf(in, 1); n >= 0 && n != 2)
    return BadInput("fft_length has ", n, " elements, expected 2");  // rfft_2d_c2
  Shape y = x;
  if (x.has_rank()) {
    y[x.rank() - 2] = y[x.rank() - 1] = kUnknownDim;
    if (auto lengths = in.Ints(1)) {
      ASSIGN_OR_RETURN(y, RfftShape(x, *lengths));
    }
  }
  return TensorTypes{{t == DType::kF32 ? DType::kC64 : DType::kC128, y}};  // rfft_2d_c3
}

}  // namespace slipway::ops
