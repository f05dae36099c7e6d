#include "ops/batch_norm_train_backward/batch_norm_train_backward.h"

#include "ops/batch_norm/batch_norm.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const BatchNormTrainBackward&, Inputs in) {
  RETURN_IF_ERROR(in.Count(5));
  std::optional<Shape> x = Merge(in.shape(0), in.shape(1));
  if (!x) return BadInput("dy has shape ", in.shape(0), ", x has ", in.shape(1));  // batch_norm_train_backward_c2
  if (in.dtype(1) != in.dtype(0))
    return BadInput("dy is ", in.dtype(0), ", x is ", in.dtype(1));  // batch_norm_train_backward_c1
  RETURN_IF_ERROR(CheckChannels(in, 2, 5, &*x));  // batch_norm_train_backward_c1, batch_norm_train_backward_c2
  TensorType channels(in.dtype(0), Shape{x->has_rank() ? x->back() : kUnknownDim});
  return TensorTypes{{in.dtype(0), *x}, channels, channels};  // batch_norm_train_backward_c3
}

}  // namespace slipway::ops
