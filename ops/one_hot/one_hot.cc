#include "ops/one_hot/one_hot.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const OneHot& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(4));
  if (!IsInteger(in.dtype(0))) return BadInput("indices are ", in.dtype(0), ", expected integers");  // one_hot_c1
  RETURN_IF_ERROR(CheckInteger(in, 1, "depth"));                                                     // one_hot_c1
  if (in.dtype(2) != in.dtype(3)) return BadInput("on is ", in.dtype(2), ", off is ", in.dtype(3));  // one_hot_c2
  for (int i : {2, 3})
    if (in.shape(i).IsStatic() && in.shape(i).Elements() != 1)
      return BadInput(i == 2 ? "on" : "off", " has shape ", in.shape(i), ", expected one element");  // one_hot_c2
  auto depth = in.Ints(1);
  if (depth && (*depth)[0] < 0) return BadInput("depth is ", (*depth)[0]);  // one_hot_c1
  TensorType y(in.dtype(2), Shape::UnknownRank(), MovedQuant(in[2]));       // one_hot_c4
  const Shape& x = in.shape(0);
  if (!x.has_rank()) return TensorTypes{y};
  int axis = op.axis == -1 ? x.rank() : op.axis;
  if (axis < 0 || axis > x.rank())
    return BadInput("axis ", op.axis, " is outside of [-1, ", x.rank(), "]");  // one_hot_c3
  std::vector<int64_t> dims(x.begin(), x.end());
  dims.insert(dims.begin() + axis, depth ? (*depth)[0] : kUnknownDim);
  ASSIGN_OR_RETURN(y.shape, Shape::FromDims(dims));
  return TensorTypes{y};
}

}  // namespace slipway::ops
