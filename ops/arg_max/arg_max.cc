#include "ops/arg_max/arg_max.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const ArgMax& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape &x = in.shape(0), &axis = in.shape(1);
  if (!IsNumber(in.dtype(0)) && in.dtype(0) != DType::kBool)
    return BadInput("x is ", in.dtype(0), ", expected numbers");  // arg_max_c1
  bool integer = in.dtype(1) == DType::kI32 || in.dtype(1) == DType::kI64;
  if (!integer || (axis.IsStatic() && axis.Elements() != 1))
    return BadInput("axis is ", in[1], ", expected one i32 or i64");  // arg_max_c2
  DType t = op.output_type;
  if (t != DType::kI32 && t != DType::kI64 && t != DType::kI16 && t != DType::kU16)
    return BadInput("output_type is ", t, ", expected i32, i64, i16 or u16");  // arg_max_c4
  if (!x.has_rank()) return TensorTypes{{t, Shape::UnknownRank()}};
  if (x.rank() == 0) return BadInput("x is a scalar, expected at least one axis");  // arg_max_c3
  std::optional<std::vector<int64_t>> known = in.Ints(1);
  int skip = -1;
  if (known) {
    ASSIGN_OR_RETURN(skip, NormalizeAxis(known->front(), x.rank()));                      // arg_max_c3
    if (x[skip] == 0) return BadInput("axis ", skip, " of x of shape ", x, " is empty");  // arg_max_c3
  }
  Shape y;
  for (int i = 0; i < x.rank(); ++i) {
    if (i == skip || (skip < 0 && i == 0)) continue;
    y.push_back(skip < 0 ? kUnknownDim : x[i]);
  }
  return TensorTypes{{t, y}};  // arg_max_c5
}

}  // namespace slipway::ops
