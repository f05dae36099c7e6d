#include "ops/transpose/transpose.h"

#include <algorithm>

namespace slipway::ops {

Result<std::vector<int>> NormalizePermutation(std::span<const int64_t> perm, int rank) {
  if (static_cast<int>(perm.size()) != rank)
    return BadInput("perm has ", perm.size(), " elements, x has rank ", rank);  // transpose_c2
  std::vector<int> axes;
  for (int64_t p : perm) {
    ASSIGN_OR_RETURN(int axis, NormalizeAxis(p, rank));  // transpose_c3
    if (std::find(axes.begin(), axes.end(), axis) != axes.end())
      return BadInput("perm [", StrJoin(perm, ","), "] names axis ", axis, " twice");  // transpose_c3
    axes.push_back(axis);
  }
  return axes;
}

Result<TensorTypes> Infer(const Transpose&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckIntegers(in, 1, "perm", 1));  // transpose_c1
  const Shape& x = in.shape(0);
  int64_t length = LengthOf(in, 1);
  if (x.has_rank() && length >= 0 && x.rank() != length)
    return BadInput("perm has ", length, " elements, x has rank ", x.rank());  // transpose_c2
  auto perm = in.Ints(1);
  if (!perm || !x.has_rank()) {
    ASSIGN_OR_RETURN(Shape y, UnknownDims(x.has_rank() ? x.rank() : length));
    return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};
  }
  ASSIGN_OR_RETURN(std::vector<int> axes, NormalizePermutation(*perm, x.rank()));
  TensorType y(in.dtype(0), x, in[0].quant);  // transpose_c4
  for (int i = 0; i < x.rank(); ++i) {
    y.shape[i] = x[axes[static_cast<size_t>(i)]];
    if (y.quant.per_channel() && axes[static_cast<size_t>(i)] == in[0].quant.axis) y.quant.axis = i;
  }
  return TensorTypes{y};
}

}  // namespace slipway::ops
