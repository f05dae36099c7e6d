#include "ops/segment_sum/segment_sum.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SegmentSum&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape& x = in.shape(0);
  if (!IsNumber(in.dtype(0))) return BadInput("x is ", in.dtype(0), ", expected numbers");          // segment_sum_c1
  if (x.has_rank() && x.rank() == 0) return BadInput("x is a scalar, expected at least one axis");  // segment_sum_c1
  RETURN_IF_ERROR(CheckIntegers(in, 1, "ids", 1));                                                  // segment_sum_c2
  int64_t n = LengthOf(in, 1);
  if (x.has_rank() && n >= 0 && x[0] >= 0 && n != x[0])
    return BadInput("there are ", n, " ids for ", x[0], " rows");  // segment_sum_c2
  Shape y = x;
  if (y.has_rank()) {
    y[0] = kUnknownDim;
    if (auto ids = in.Ints(1)) {
      ASSIGN_OR_RETURN(y[0], CountSegments(*ids, static_cast<int64_t>(ids->size())));  // segment_sum_c3
      ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
    }
  }
  return TensorTypes{TensorType(in.dtype(0), y)};  // segment_sum_c4
}

}  // namespace slipway::ops
