#include "ops/cumsum/cumsum.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Cumsum&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  if (!IsNumber(in.dtype(0))) return BadInput("x is ", in.dtype(0), ", expected numbers");  // cumsum_c1
  RETURN_IF_ERROR(CheckInteger(in, 1, "axis"));                                             // cumsum_c2
  if (auto axis = in.Ints(1); axis && in.shape(0).has_rank())
    RETURN_IF_ERROR(ToStatus(NormalizeAxis(axis->front(), in.shape(0).rank())));  // cumsum_c2
  return TensorTypes{TensorType(in.dtype(0), in.shape(0))};                       // cumsum_c3
}

}  // namespace slipway::ops
