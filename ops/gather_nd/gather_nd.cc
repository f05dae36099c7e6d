#include "ops/gather_nd/gather_nd.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const GatherNd&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckSliceIndices(in, 1));                          // gather_nd_c1
  ASSIGN_OR_RETURN(Shape y, SlicesShape(in.shape(1), in.shape(0)));   // gather_nd_c2
  return TensorTypes{TensorType(in.dtype(0), y, MovedQuant(in[0]))};  // gather_nd_c4
}

}  // namespace slipway::ops
