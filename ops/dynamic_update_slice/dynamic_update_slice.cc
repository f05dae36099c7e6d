#include "ops/dynamic_update_slice/dynamic_update_slice.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const DynamicUpdateSlice &, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  const Shape &x = in.shape(0), &update = in.shape(1);
  if (in.dtype(1) != in.dtype(0))
    return BadInput("update is ", in.dtype(1), ", x is ", in.dtype(0));  // dynamic_update_slice_c1
  if (x.has_rank() && update.has_rank()) {
    bool fits = x.rank() == update.rank();
    for (int i = 0; fits && i < x.rank(); ++i) fits = x[i] < 0 || update[i] <= x[i];
    if (!fits) return BadInput("an update of shape ", update, " does not fit into ", x);  // dynamic_update_slice_c1
  }
  RETURN_IF_ERROR(CheckIntegers(in, 2, "starts", 1));  // dynamic_update_slice_c2
  if (int64_t n = LengthOf(in, 2); x.has_rank() && n >= 0 && n != x.rank())
    return BadInput("starts has ", n, " elements, x has rank ", x.rank());  // dynamic_update_slice_c2
  return TensorTypes{TensorType(in.dtype(0), x, MovedQuant(in[0]))};        // dynamic_update_slice_c3
}

}  // namespace slipway::ops
