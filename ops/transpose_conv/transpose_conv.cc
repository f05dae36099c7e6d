#include "ops/transpose_conv/transpose_conv.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const TransposeConv& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3, 4));
  const Shape &filter = in.shape(1), &x = in.shape(2);
  RETURN_IF_ERROR(CheckShapeOperand(in, 0));      // transpose_conv_c1
  RETURN_IF_ERROR(CheckRank4(filter, "filter"));  // transpose_conv_c1
  RETURN_IF_ERROR(CheckRank4(x, "x"));            // transpose_conv_c1
  FilterDims f = TransposeConvFilterDims(filter, op.layout);
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));         // transpose_conv_c2
  RETURN_IF_ERROR(CheckPositive(op.groups, "groups"));   // transpose_conv_c2
  RETURN_IF_ERROR(CheckWeightedTypes(in, 2, 1, 3));      // transpose_conv_c3
  RETURN_IF_ERROR(CheckClampActivation(op.activation));  // transpose_conv_c7
  int64_t c = x.has_rank() ? x[3] : -1;
  if (c >= 0 && f.in >= 0 && c != f.in)
    return BadInput("the filter reads ", f.in, " channels, x has ", c);  // transpose_conv_c4
  if (f.in >= 0 && f.in % op.groups != 0)
    return BadInput("x's ", f.in, " channels do not split into ", op.groups, " groups");  // transpose_conv_c4
  int64_t out_c = f.out;
  if (out_c > 0) {
    ASSIGN_OR_RETURN(Shape channels, CheckedShape({out_c, op.groups}));
    out_c = channels.Elements();
  }
  RETURN_IF_ERROR(CheckBias(in, 3, out_c));  // transpose_conv_c5
  ASSIGN_OR_RETURN(Shape y, ShapeOperand(in, 0));
  ASSIGN_OR_RETURN(y[0], MergeDims(y[0], x.has_rank() ? x[0] : -1, "the batch"));   // transpose_conv_c6
  ASSIGN_OR_RETURN(y[3], MergeDims(y[3], out_c, "the number of output channels"));  // transpose_conv_c4
  ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  RETURN_IF_ERROR(ForwardOutputSize(y[1], y[2], {1, 1, 1, 1}, WindowOf(op)).status());  // transpose_conv_c6
  return TensorTypes{{in.dtype(2), y}};                                                 // transpose_conv_c8
}

}  // namespace slipway::ops
