#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const DepthwiseConv2D& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2, 3));
  const Shape &x = in.shape(0), &filter = in.shape(1);
  RETURN_IF_ERROR(CheckRank4(x, "x"));            // depthwise_conv_2d_c1
  RETURN_IF_ERROR(CheckRank4(filter, "filter"));  // depthwise_conv_2d_c1
  FilterDims f = DepthwiseFilterDims(filter, op.layout);
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));         // depthwise_conv_2d_c2
  RETURN_IF_ERROR(CheckWeightedTypes(in, 0, 1, 2));      // depthwise_conv_2d_c3
  RETURN_IF_ERROR(CheckClampActivation(op.activation));  // depthwise_conv_2d_c7
  int64_t c = x.has_rank() ? x[3] : -1;
  bool tf = op.layout == FilterLayout::kTf;
  if (filter.has_rank() && tf && c >= 0 && filter[2] >= 0 && filter[2] != c)
    return BadInput("the filter has ", filter[2], " channels, x has ", c);  // depthwise_conv_2d_c4
  if (filter.has_rank() && !tf && filter[0] >= 0 && filter[0] != 1)
    return BadInput("the filter has shape ", filter,
                    ", expected [1, height, width, channels]");  // depthwise_conv_2d_c4
  if (f.out >= 0 && c >= 0 && (c == 0 ? f.out != 0 : f.out % c != 0))
    return BadInput("the filter's ", f.out, " channels are no multiple of x's ", c);  // depthwise_conv_2d_c4
  RETURN_IF_ERROR(CheckBias(in, 2, f.out));                                           // depthwise_conv_2d_c5
  int64_t h = x.has_rank() ? x[1] : -1, w = x.has_rank() ? x[2] : -1;
  ASSIGN_OR_RETURN(OutputSize out, ForwardOutputSize(h, w, f, WindowOf(op)));  // depthwise_conv_2d_c6
  ASSIGN_OR_RETURN(Shape y, CheckedShape({x.has_rank() ? x[0] : -1, out.h, out.w, f.out}));
  return TensorTypes{{in.dtype(0), y}};  // depthwise_conv_2d_c8
}

}  // namespace slipway::ops
