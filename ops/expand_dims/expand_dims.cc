#include "ops/expand_dims/expand_dims.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const ExpandDims&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckInteger(in, 1, "axis"));  // expand_dims_c1
  const Shape& x = in.shape(0);
  ASSIGN_OR_RETURN(Shape y, UnknownDims(x.has_rank() ? x.rank() + 1 : -1));
  auto axis = in.Ints(1);
  if (x.has_rank() && axis) {
    ASSIGN_OR_RETURN(int at, NormalizeAxis((*axis)[0], y.rank()));  // expand_dims_c2
    for (int i = 0; i < y.rank(); ++i) y[i] = i < at ? x[i] : i == at ? 1 : x[i - 1];
  }
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // expand_dims_c3
}

}  // namespace slipway::ops
