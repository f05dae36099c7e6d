#include "ops/tile/tile.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Tile&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckIntegers(in, 1, "multiples", 1));  // tile_c1
  const Shape& x = in.shape(0);
  int64_t n = LengthOf(in, 1);
  if (x.has_rank() && n >= 0 && n != x.rank())
    return BadInput("multiples has ", n, " elements, x has rank ", x.rank());  // tile_c1
  ASSIGN_OR_RETURN(Shape y, UnknownDims(x.has_rank() ? x.rank() : n));
  auto multiples = in.Ints(1);
  for (int i = 0; multiples && i < y.rank(); ++i) {
    int64_t m = (*multiples)[static_cast<size_t>(i)];
    if (m < 0) return BadInput("multiple ", m, " of axis ", i, " is negative");  // tile_c2
    if (x.has_rank() && x[i] >= 0 && __builtin_mul_overflow(x[i], m, &y[i]))
      return BadInput("axis ", i, " repeated ", m, " times overflows");
    if (m == 0) y[i] = 0;
  }
  if (y.has_rank()) {
    ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  }
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // tile_c3
}

}  // namespace slipway::ops
