#include "ops/transpose_conv_bias/transpose_conv_bias.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const TransposeConvBias& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  const Shape &x = in.shape(0), &filter = in.shape(1);
  RETURN_IF_ERROR(CheckRank4(x, "x"));            // transpose_conv_bias_c1
  RETURN_IF_ERROR(CheckRank4(filter, "filter"));  // transpose_conv_bias_c1
  for (int i = 0; i < 3; ++i)
    if (in.dtype(i) != DType::kF32) return BadInput("operand ", i, " is ", in.dtype(i), ", expected f32");
  FilterDims f = ConvFilterDims(filter, FilterLayout::kTflite);
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));  // transpose_conv_bias_c2
  if (x.has_rank() && x[3] >= 0 && f.in >= 0 && x[3] != f.in)
    return BadInput("the filter reads ", f.in, " channels, x has ", x[3]);  // transpose_conv_bias_c3
  RETURN_IF_ERROR(CheckBias(in, 2, f.out));                                 // transpose_conv_bias_c3
  auto size = [&](int axis, int64_t window, int64_t stride) -> int64_t {
    int64_t n = x.has_rank() ? x[axis] : -1;
    if (n < 0 || window < 0) return -1;
    if (n == 0) return 0;
    return (n - 1) * stride + window - TransposeConvBiasCut(op.padding, n, window, stride);
  };
  if (x.has_rank() && (x[1] > INT32_MAX || x[2] > INT32_MAX))
    return BadInput("x has shape ", x, ", expected sizes below 2^31");
  ASSIGN_OR_RETURN(
      Shape y, CheckedShape({x.has_rank() ? x[0] : -1, size(1, f.h, op.stride_h), size(2, f.w, op.stride_w), f.out}));
  return TensorTypes{{DType::kF32, y}};  // transpose_conv_bias_c4
}

}  // namespace slipway::ops
