#include "ops/conv_2d/conv_2d.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Conv2D& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2, 3));
  const Shape &x = in.shape(0), &filter = in.shape(1);
  RETURN_IF_ERROR(CheckRank4(x, "x"));            // conv_2d_c1
  RETURN_IF_ERROR(CheckRank4(filter, "filter"));  // conv_2d_c1
  FilterDims f = ConvFilterDims(filter, op.layout);
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));         // conv_2d_c2
  RETURN_IF_ERROR(CheckWeightedTypes(in, 0, 1, 2));      // conv_2d_c3
  RETURN_IF_ERROR(CheckClampActivation(op.activation));  // conv_2d_c7
  int64_t c = x.has_rank() ? x[3] : -1;
  if (c >= 0 && f.in >= 0) {
    if (c == 0 || c % f.in != 0)
      return BadInput("the filter reads ", f.in, " channels, which does not divide x's ", c);  // conv_2d_c4
    int64_t groups = c / f.in;
    if (f.out >= 0 && groups > 0 && f.out % groups != 0)
      return BadInput("the filter's ", f.out, " output channels do not split into ", groups, " groups");  // conv_2d_c4
  }
  RETURN_IF_ERROR(CheckBias(in, 2, f.out));  // conv_2d_c5
  int64_t h = x.has_rank() ? x[1] : -1, w = x.has_rank() ? x[2] : -1;
  ASSIGN_OR_RETURN(OutputSize out, ForwardOutputSize(h, w, f, WindowOf(op)));  // conv_2d_c6
  ASSIGN_OR_RETURN(Shape y, CheckedShape({x.has_rank() ? x[0] : -1, out.h, out.w, f.out}));
  return TensorTypes{{in.dtype(0), y}};  // conv_2d_c8
}

}  // namespace slipway::ops
