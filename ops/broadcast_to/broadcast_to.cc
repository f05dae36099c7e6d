#include "ops/broadcast_to/broadcast_to.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const BroadcastTo&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckIntegers(in, 1, "shape", 1));  // broadcast_to_c1
  const Shape& x = in.shape(0);
  int64_t rank = LengthOf(in, 1);
  if (x.has_rank() && rank >= 0 && x.rank() > rank)
    return BadInput("x has rank ", x.rank(), ", shape has ", rank, " elements");  // broadcast_to_c2
  ASSIGN_OR_RETURN(Shape y, UnknownDims(rank));
  if (auto shape = in.Ints(1)) {
    for (int64_t d : *shape)
      if (d < 0) return BadInput("shape [", StrJoin(*shape, ","), "] holds ", d);  // broadcast_to_c3
    ASSIGN_OR_RETURN(y, Shape::FromDims(*shape));
    for (int i = 0; x.has_rank() && i < x.rank(); ++i) {
      int64_t d = y[y.rank() - x.rank() + i];
      if (x[i] >= 0 && x[i] != 1 && x[i] != d)
        return BadInput("x of shape ", x, " does not broadcast to ", y);  // broadcast_to_c3
    }
  }
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // broadcast_to_c4
}

}  // namespace slipway::ops
