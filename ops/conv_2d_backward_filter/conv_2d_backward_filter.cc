#include "ops/conv_2d_backward_filter/conv_2d_backward_filter.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Conv2DBackwardFilter& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  const Shape &x = in.shape(0), &dy = in.shape(2);
  RETURN_IF_ERROR(CheckRank4(x, "x"));        // conv_2d_backward_filter_c1
  RETURN_IF_ERROR(CheckRank4(dy, "dy"));      // conv_2d_backward_filter_c1
  RETURN_IF_ERROR(CheckShapeOperand(in, 1));  // conv_2d_backward_filter_c1
  RETURN_IF_ERROR(CheckSameFloat(in, 0, 2));  // conv_2d_backward_filter_c3
  ASSIGN_OR_RETURN(Shape filter, ShapeOperand(in, 1));
  FilterDims f = ConvFilterDims(filter, FilterLayout::kTf);
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));  // conv_2d_backward_filter_c2
  if (x.has_rank() && x[3] >= 0 && f.in >= 0) {
    int64_t groups = x[3] / f.in;
    if (x[3] % f.in != 0 || (groups > 0 && f.out % groups != 0))
      return BadInput("filter_shape ", filter, " does not fit x of shape ", x);  // conv_2d_backward_filter_c4
  }
  if (dy.has_rank()) {
    ASSIGN_OR_RETURN(filter[3],
                     MergeDims(filter[3], dy[3], "the number of output channels"));  // conv_2d_backward_filter_c4
  }
  RETURN_IF_ERROR(CheckBackwardShape(x, dy, f, WindowOf(op)));  // conv_2d_backward_filter_c5
  return TensorTypes{{in.dtype(0), filter}};                    // conv_2d_backward_filter_c6
}

}  // namespace slipway::ops
