#include "ops/conv_3d_transpose/conv_3d_transpose.h"

#include "ops/convolution.h"
#include "ops/convolution_3d.h"

namespace slipway::ops {

namespace {

Result<Shape> ShapeOf5(Inputs in, int i) {
  const Shape& s = in.shape(i);
  if (in.dtype(i) != DType::kI32 && in.dtype(i) != DType::kI64)
    return BadInput("the shape operand is ", in.dtype(i), ", expected i32 or i64");  // conv_3d_transpose_c1
  if (s.has_rank() && (s.rank() != 1 || (s[0] != -1 && s[0] != 5)))
    return BadInput("the shape operand has shape ", s, ", expected [5]");  // conv_3d_transpose_c1
  std::optional<std::vector<int64_t>> dims = in.Ints(i);
  if (!dims) return Shape{-1, -1, -1, -1, -1};
  for (int64_t d : *dims)
    if (d < 0) return BadInput("the shape operand has the negative dimension ", d);  // conv_3d_transpose_c6
  return Shape::FromDims(*dims);
}

}  // namespace

Result<TensorTypes> Infer(const Conv3DTranspose& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3, 4));
  const Shape &filter = in.shape(1), &x = in.shape(2);
  ASSIGN_OR_RETURN(Shape y, ShapeOf5(in, 0));
  RETURN_IF_ERROR(CheckRank5(filter, "filter"));              // conv_3d_transpose_c1
  RETURN_IF_ERROR(CheckRank5(x, "x"));                        // conv_3d_transpose_c1
  RETURN_IF_ERROR(CheckWindows3D(WindowsOf(op, y, filter)));  // conv_3d_transpose_c2
  RETURN_IF_ERROR(CheckSameFloat(in, 2, 1));                  // conv_3d_transpose_c3
  if (in.Has(3)) RETURN_IF_ERROR(CheckSameFloat(in, 2, 3));   // conv_3d_transpose_c3
  RETURN_IF_ERROR(CheckClampActivation(op.activation));       // conv_3d_transpose_c7
  int64_t channels = x.has_rank() ? x[4] : -1, reads = filter.has_rank() ? filter[4] : -1;
  if (channels >= 0 && reads >= 0 && channels != reads)
    return BadInput("the filter reads ", reads, " channels, x has ", channels);  // conv_3d_transpose_c4
  int64_t out_c = filter.has_rank() ? filter[3] : -1;
  RETURN_IF_ERROR(CheckBias(in, 3, out_c));                                         // conv_3d_transpose_c5
  ASSIGN_OR_RETURN(y[0], MergeDims(y[0], x.has_rank() ? x[0] : -1, "the batch"));   // conv_3d_transpose_c6
  ASSIGN_OR_RETURN(y[4], MergeDims(y[4], out_c, "the number of output channels"));  // conv_3d_transpose_c4
  ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  return TensorTypes{{in.dtype(2), y}};  // conv_3d_transpose_c8
}

}  // namespace slipway::ops
