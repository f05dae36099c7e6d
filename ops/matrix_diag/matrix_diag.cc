#include "ops/matrix_diag/matrix_diag.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const MatrixDiag&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  if (!x.has_rank()) return TensorTypes{TensorType(in.dtype(0), x, MovedQuant(in[0]))};
  if (x.rank() == 0) return BadInput("x is a scalar, expected at least one axis");  // matrix_diag_c1
  std::vector<int64_t> dims(x.begin(), x.end());
  dims.push_back(x.back());
  ASSIGN_OR_RETURN(Shape y, Shape::FromDims(dims));                   // matrix_diag_c1
  return TensorTypes{TensorType(in.dtype(0), y, MovedQuant(in[0]))};  // matrix_diag_c2
}

}  // namespace slipway::ops
