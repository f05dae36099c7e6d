#include "ops/depthwise_conv_2d_backward_filter/depthwise_conv_2d_backward_filter.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const DepthwiseConv2DBackwardFilter& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  const Shape &x = in.shape(0), &dy = in.shape(2);
  RETURN_IF_ERROR(CheckRank4(x, "x"));        // depthwise_conv_2d_backward_filter_c1
  RETURN_IF_ERROR(CheckRank4(dy, "dy"));      // depthwise_conv_2d_backward_filter_c1
  RETURN_IF_ERROR(CheckShapeOperand(in, 1));  // depthwise_conv_2d_backward_filter_c1
  RETURN_IF_ERROR(CheckSameFloat(in, 0, 2));  // depthwise_conv_2d_backward_filter_c3
  ASSIGN_OR_RETURN(Shape filter, ShapeOperand(in, 1));
  if (x.has_rank()) {
    ASSIGN_OR_RETURN(filter[2],
                     MergeDims(filter[2], x[3], "the number of channels"));  // depthwise_conv_2d_backward_filter_c4
  }
  FilterDims f = DepthwiseFilterDims(filter, FilterLayout::kTf);
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));  // depthwise_conv_2d_backward_filter_c2
  if (dy.has_rank())
    RETURN_IF_ERROR(
        MergeDims(f.out, dy[3], "the number of output channels").status());  // depthwise_conv_2d_backward_filter_c4
  RETURN_IF_ERROR(CheckBackwardShape(x, dy, f, WindowOf(op)));               // depthwise_conv_2d_backward_filter_c5
  return TensorTypes{{in.dtype(0), filter}};                                 // depthwise_conv_2d_backward_filter_c6
}

}  // namespace slipway::ops
