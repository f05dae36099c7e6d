#include "ops/zeros_like/zeros_like.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const ZerosLike&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));                                                 // zeros_like_c1
  return TensorTypes{TensorType(in.dtype(0), in.shape(0), MovedQuant(in[0]))};  // zeros_like_c2
}

}  // namespace slipway::ops
