#include "ops/broadcast_args/broadcast_args.h"

#include <algorithm>

namespace slipway::ops {

Result<TensorTypes> Infer(const BroadcastArgs&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  for (int i : {0, 1}) {
    RETURN_IF_ERROR(CheckIntegers(in, i, i ? "b" : "a", 1));  // broadcast_args_c1
    if ((in.dtype(i) != DType::kI32 && in.dtype(i) != DType::kI64) || in.dtype(i) != in.dtype(0))
      return BadInput("a is ", in.dtype(0), " and b is ", in.dtype(1), ", expected i32 or i64");  // broadcast_args_c1
  }
  int64_t a = LengthOf(in, 0), b = LengthOf(in, 1);
  return TensorTypes{
      TensorType(in.dtype(0), Shape{a < 0 || b < 0 ? kUnknownDim : std::max(a, b)})};  // broadcast_args_c3
}

}  // namespace slipway::ops
