#include "ops/average_pool_2d_backward/average_pool_2d_backward.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const AveragePool2DBackward& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape& dy = in.shape(1);
  RETURN_IF_ERROR(CheckShapeOperand(in, 0));  // average_pool_2d_backward_c1
  RETURN_IF_ERROR(CheckRank4(dy, "dy"));      // average_pool_2d_backward_c1
  FilterDims f{op.filter_h, op.filter_w, 1, 1};
  RETURN_IF_ERROR(CheckPositive(f.h, "the window's height"));  // average_pool_2d_backward_c2
  RETURN_IF_ERROR(CheckPositive(f.w, "the window's width"));   // average_pool_2d_backward_c2
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));               // average_pool_2d_backward_c2
  RETURN_IF_ERROR(CheckSameFloat(in, 1, 1));                   // average_pool_2d_backward_c3
  ASSIGN_OR_RETURN(Shape dx, ShapeOperand(in, 0));
  if (dy.has_rank()) {
    ASSIGN_OR_RETURN(dx[0], MergeDims(dx[0], dy[0], "the batch"));               // average_pool_2d_backward_c4
    ASSIGN_OR_RETURN(dx[3], MergeDims(dx[3], dy[3], "the number of channels"));  // average_pool_2d_backward_c4
  }
  RETURN_IF_ERROR(CheckBackwardShape(dx, dy, f, WindowOf(op)));  // average_pool_2d_backward_c4
  return TensorTypes{{in.dtype(1), dx}};                         // average_pool_2d_backward_c5
}

}  // namespace slipway::ops
