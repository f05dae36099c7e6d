#include "ops/fill/fill.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Fill&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckIntegers(in, 0, "dims", 1));  // fill_c1
  if (in.shape(1).IsStatic() && in.shape(1).Elements() != 1)
    return BadInput("value has shape ", in.shape(1), ", expected one element");  // fill_c2
  ASSIGN_OR_RETURN(Shape y, UnknownDims(LengthOf(in, 0)));
  if (auto dims = in.Ints(0)) {
    for (int64_t d : *dims)
      if (d < 0) return BadInput("dims [", StrJoin(*dims, ","), "] holds ", d);  // fill_c1
    ASSIGN_OR_RETURN(y, Shape::FromDims(*dims));
  }
  return TensorTypes{{in.dtype(1), y, MovedQuant(in[1])}};  // fill_c3
}

}  // namespace slipway::ops
