#include "ops/batch_norm/batch_norm.h"

namespace slipway::ops {

Status CheckChannels(Inputs in, int first, int last, Shape* x) {
  DType t = in.dtype(0);
  if (!IsFloat(t)) return BadInput("x is ", t, ", expected a float type");                           // batch_norm_c1
  if (x->has_rank() && x->rank() < 1) return BadInput("x is a scalar, expected at least one axis");  // batch_norm_c2
  for (int i = first; i < last; ++i) {
    if (in.dtype(i) != t) return BadInput("operand ", i, " is ", in.dtype(i), ", x is ", t);  // batch_norm_c1
    Shape channels{x->has_rank() ? x->back() : kUnknownDim};
    std::optional<Shape> merged = Merge(channels, in.shape(i));
    if (!merged) return BadInput("operand ", i, " has shape ", in.shape(i), ", expected ", channels);  // batch_norm_c2
    if (x->has_rank()) (*x)[x->rank() - 1] = (*merged)[0];
  }
  return OkStatus();
}

Result<TensorTypes> Infer(const BatchNorm&, Inputs in) {
  RETURN_IF_ERROR(in.Count(5));
  Shape x = in.shape(0);
  RETURN_IF_ERROR(CheckChannels(in, 1, 5, &x));
  return TensorTypes{{in.dtype(0), x}};  // batch_norm_c3
}

}  // namespace slipway::ops
