#include "ops/unique/unique.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Unique& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  DType t = in.dtype(0);
  if (!IsNumber(t) && t != DType::kBool && t != DType::kString)
    return BadInput("x is ", t, ", expected numbers, bool or strings");                          // unique_c1
  if (x.has_rank() && x.rank() != 1) return BadInput("x has shape ", x, ", expected a vector");  // unique_c1
  if (op.index_type != DType::kI32 && op.index_type != DType::kI64)
    return BadInput("index_type is ", op.index_type, ", expected i32 or i64");  // unique_c2
  int64_t n = LengthOf(in, 0);
  return TensorTypes{TensorType(t, Shape{n == 0 ? 0 : kUnknownDim}, MovedQuant(in[0])),
                     TensorType(op.index_type, Shape{n})};  // unique_c3
}

}  // namespace slipway::ops
