#include "ops/squeeze/squeeze.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Squeeze& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  TensorType y(in.dtype(0), Shape::UnknownRank(), MovedQuant(in[0]));  // squeeze_c3
  if (!x.has_rank()) return TensorTypes{y};
  bool gone[kMaxRank] = {};
  for (int64_t a : op.axes) {
    ASSIGN_OR_RETURN(int axis, NormalizeAxis(a, x.rank()));  // squeeze_c1
    if (x[axis] >= 0 && x[axis] != 1)
      return BadInput("dimension ", axis, " is ", x[axis], ", expected 1");  // squeeze_c2
    gone[axis] = true;
  }
  if (op.axes.empty()) {
    for (int i = 0; i < x.rank(); ++i) {
      if (x[i] < 0) return TensorTypes{y};
      gone[i] = x[i] == 1;
    }
  }
  y.shape = Shape();
  for (int i = 0; i < x.rank(); ++i)
    if (!gone[i]) y.shape.push_back(x[i]);
  return TensorTypes{y};
}

}  // namespace slipway::ops
