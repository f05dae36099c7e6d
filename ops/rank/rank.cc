#include "ops/rank/rank.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Rank&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));                          // rank_c1
  return TensorTypes{TensorType(DType::kI32, Shape{})};  // rank_c2
}

}  // namespace slipway::ops
