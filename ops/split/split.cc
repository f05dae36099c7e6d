#include "ops/split/split.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Split& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckInteger(in, 0, "axis"));                            // split_c1
  if (op.num < 1 || op.num > 1 << 20) return BadInput("num is ", op.num);  // split_c2
  const Shape& x = in.shape(1);
  ASSIGN_OR_RETURN(Shape y, UnknownDims(x.has_rank() ? x.rank() : -1));
  auto axis = in.Ints(0);
  if (axis && x.has_rank()) {
    ASSIGN_OR_RETURN(int at, NormalizeAxis((*axis)[0], x.rank()));  // split_c1
    if (x[at] >= 0 && x[at] % op.num != 0)
      return BadInput("dimension ", at, " of x is ", x[at], ", which ", op.num, " does not divide");  // split_c2
    y = x;
    if (x[at] >= 0) y[at] = x[at] / op.num;
  }
  return TensorTypes(static_cast<size_t>(op.num), TensorType(in.dtype(1), y, MovedQuant(in[1])));  // split_c3
}

}  // namespace slipway::ops
