#include "ops/batch_norm_train/batch_norm_train.h"

#include "ops/batch_norm/batch_norm.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const BatchNormTrain&, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  Shape x = in.shape(0);
  RETURN_IF_ERROR(CheckChannels(in, 1, 3, &x));  // batch_norm_train_c1, batch_norm_train_c2
  TensorType channels(in.dtype(0), Shape{x.has_rank() ? x.back() : kUnknownDim});
  return TensorTypes{{in.dtype(0), x}, channels, channels};  // batch_norm_train_c3
}

}  // namespace slipway::ops
