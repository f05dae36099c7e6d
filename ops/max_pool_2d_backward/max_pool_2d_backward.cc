#include "ops/max_pool_2d_backward/max_pool_2d_backward.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const MaxPool2DBackward& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  const Shape& x = in.shape(0);
  RETURN_IF_ERROR(CheckRank4(x, "x"));             // max_pool_2d_backward_c1
  RETURN_IF_ERROR(CheckRank4(in.shape(1), "y"));   // max_pool_2d_backward_c1
  RETURN_IF_ERROR(CheckRank4(in.shape(2), "dy"));  // max_pool_2d_backward_c1
  FilterDims f{op.filter_h, op.filter_w, 1, 1};
  RETURN_IF_ERROR(CheckPositive(f.h, "the window's height"));  // max_pool_2d_backward_c2
  RETURN_IF_ERROR(CheckPositive(f.w, "the window's width"));   // max_pool_2d_backward_c2
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));               // max_pool_2d_backward_c2
  RETURN_IF_ERROR(CheckSameFloat(in, 0, 1));                   // max_pool_2d_backward_c3
  RETURN_IF_ERROR(CheckSameFloat(in, 0, 2));                   // max_pool_2d_backward_c3
  for (int i : {1, 2}) {
    const Shape& dy = in.shape(i);
    RETURN_IF_ERROR(CheckBackwardShape(x, dy, f, WindowOf(op)));  // max_pool_2d_backward_c4
    if (x.has_rank() && dy.has_rank())
      RETURN_IF_ERROR(MergeDims(x[3], dy[3], "the number of channels").status());  // max_pool_2d_backward_c4
  }
  return TensorTypes{{in.dtype(0), x}};  // max_pool_2d_backward_c5
}

}  // namespace slipway::ops
