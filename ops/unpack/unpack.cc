#include "ops/unpack/unpack.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Unpack& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (op.num < 0 || op.num > 1 << 20) return BadInput("num is ", op.num);  // unpack_c2
  const Shape& x = in.shape(0);
  Shape y = Shape::UnknownRank();
  if (x.has_rank()) {
    ASSIGN_OR_RETURN(int axis, NormalizeAxis(op.axis, x.rank()));  // unpack_c1
    if (x[axis] >= 0 && x[axis] != op.num)
      return BadInput("num is ", op.num, ", dimension ", axis, " of x is ", x[axis]);  // unpack_c2
    y = Shape();
    for (int i = 0; i < x.rank(); ++i)
      if (i != axis) y.push_back(x[i]);
  }
  return TensorTypes(static_cast<size_t>(op.num), TensorType(in.dtype(0), y, MovedQuant(in[0])));  // unpack_c3
}

}  // namespace slipway::ops
