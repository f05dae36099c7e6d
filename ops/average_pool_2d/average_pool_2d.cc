#include "ops/average_pool_2d/average_pool_2d.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const AveragePool2D& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  RETURN_IF_ERROR(CheckRank4(x, "x"));  // average_pool_2d_c1
  FilterDims f{op.filter_h, op.filter_w, 1, 1};
  RETURN_IF_ERROR(CheckPositive(f.h, "the window's height"));  // average_pool_2d_c2
  RETURN_IF_ERROR(CheckPositive(f.w, "the window's width"));   // average_pool_2d_c2
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));               // average_pool_2d_c2
  DType t = in.dtype(0);
  if (!IsFloat(t) && t != DType::kI8 && t != DType::kU8 && t != DType::kI16)
    return BadInput("x is ", t, ", expected a float type, i8, u8 or i16");  // average_pool_2d_c3
  RETURN_IF_ERROR(CheckClampActivation(op.activation));                     // average_pool_2d_c5
  if (!x.has_rank()) return TensorTypes{{t, Shape{-1, -1, -1, -1}, in[0].quant}};
  ASSIGN_OR_RETURN(OutputSize out, ForwardOutputSize(x[1], x[2], f, WindowOf(op)));  // average_pool_2d_c4
  ASSIGN_OR_RETURN(Shape y, CheckedShape({x[0], out.h, out.w, x[3]}));
  return TensorTypes{{t, y, in[0].quant}};  // average_pool_2d_c6
}

}  // namespace slipway::ops
