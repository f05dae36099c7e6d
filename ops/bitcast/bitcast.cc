#include "ops/bitcast/bitcast.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Bitcast& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  if (in.dtype(0) == DType::kI4 && op.type == DType::kI4) return TensorTypes{TensorType(op.type, x)};
  int64_t from = DTypeSize(in.dtype(0)), to = DTypeSize(op.type);
  if (from == 0 || to == 0)
    return BadInput("from ", in.dtype(0), " to ", op.type, ": expected elements of whole bytes");  // bitcast_c1
  if (!x.has_rank() || from == to) return TensorTypes{TensorType(op.type, x)};
  std::vector<int64_t> dims(x.begin(), x.end());
  if (from > to) {
    dims.push_back(from / to);
  } else {
    if (x.rank() == 0 || (x.back() >= 0 && x.back() != to / from))
      return BadInput("x has shape ", x, ", expected a last dimension of ", to / from);  // bitcast_c2
    dims.pop_back();
  }
  ASSIGN_OR_RETURN(Shape y, Shape::FromDims(dims));
  return TensorTypes{TensorType(op.type, y)};  // bitcast_c3
}

}  // namespace slipway::ops
