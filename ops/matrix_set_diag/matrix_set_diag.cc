#include "ops/matrix_set_diag/matrix_set_diag.h"

#include <algorithm>

namespace slipway::ops {

Result<TensorTypes> Infer(const MatrixSetDiag&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape& x = in.shape(0);
  if (in.dtype(1) != in.dtype(0))
    return BadInput("diagonal is ", in.dtype(1), ", x is ", in.dtype(0));  // matrix_set_diag_c2
  if (x.has_rank()) {
    if (x.rank() < 2) return BadInput("x has shape ", x, ", expected at least two axes");  // matrix_set_diag_c1
    Shape want;
    for (int i = 0; i + 2 < x.rank(); ++i) want.push_back(x[i]);
    want.push_back(std::min(x[x.rank() - 2], x.back()));
    bool known = x[x.rank() - 2] >= 0 && x.back() >= 0;
    if (!known) want[want.rank() - 1] = kUnknownDim;
    if (!Compatible(want, in.shape(1)))
      return BadInput("diagonal has shape ", in.shape(1), ", x ", x, " wants ", want);  // matrix_set_diag_c2
  }
  return TensorTypes{TensorType(in.dtype(0), x, MovedQuant(in[0]))};  // matrix_set_diag_c3
}

}  // namespace slipway::ops
