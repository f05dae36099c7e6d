#include "ops/depthwise_conv_2d_backward_input/depthwise_conv_2d_backward_input.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const DepthwiseConv2DBackwardInput& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  const Shape &filter = in.shape(1), &dy = in.shape(2);
  RETURN_IF_ERROR(CheckShapeOperand(in, 0));      // depthwise_conv_2d_backward_input_c1
  RETURN_IF_ERROR(CheckRank4(filter, "filter"));  // depthwise_conv_2d_backward_input_c1
  RETURN_IF_ERROR(CheckRank4(dy, "dy"));          // depthwise_conv_2d_backward_input_c1
  RETURN_IF_ERROR(CheckSameFloat(in, 1, 2));      // depthwise_conv_2d_backward_input_c3
  FilterDims f = DepthwiseFilterDims(filter, FilterLayout::kTf);
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));  // depthwise_conv_2d_backward_input_c2
  ASSIGN_OR_RETURN(Shape dx, ShapeOperand(in, 0));
  if (filter.has_rank()) {
    ASSIGN_OR_RETURN(dx[3],
                     MergeDims(dx[3], filter[2], "the number of channels"));  // depthwise_conv_2d_backward_input_c4
  }
  if (dy.has_rank()) {
    RETURN_IF_ERROR(
        MergeDims(dy[3], f.out, "the number of output channels").status());  // depthwise_conv_2d_backward_input_c4
    ASSIGN_OR_RETURN(dx[0], MergeDims(dx[0], dy[0], "the batch"));           // depthwise_conv_2d_backward_input_c5
  }
  RETURN_IF_ERROR(CheckBackwardShape(dx, dy, f, WindowOf(op)));  // depthwise_conv_2d_backward_input_c5
  return TensorTypes{{in.dtype(2), dx}};                         // depthwise_conv_2d_backward_input_c6
}

}  // namespace slipway::ops
