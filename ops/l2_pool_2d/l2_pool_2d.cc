#include "ops/l2_pool_2d/l2_pool_2d.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const L2Pool2D& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  RETURN_IF_ERROR(CheckRank4(x, "x"));  // l2_pool_2d_c1
  FilterDims f{op.filter_h, op.filter_w, 1, 1};
  RETURN_IF_ERROR(CheckPositive(f.h, "the window's height"));  // l2_pool_2d_c2
  RETURN_IF_ERROR(CheckPositive(f.w, "the window's width"));   // l2_pool_2d_c2
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));               // l2_pool_2d_c2
  DType t = in.dtype(0);
  if (!IsFloat(t)) return BadInput("x is ", t, ", expected a float type");  // l2_pool_2d_c3
  RETURN_IF_ERROR(CheckClampActivation(op.activation));                     // l2_pool_2d_c5
  if (!x.has_rank()) return TensorTypes{{t, Shape{-1, -1, -1, -1}, in[0].quant}};
  ASSIGN_OR_RETURN(OutputSize out, ForwardOutputSize(x[1], x[2], f, WindowOf(op)));  // l2_pool_2d_c4
  ASSIGN_OR_RETURN(Shape y, CheckedShape({x[0], out.h, out.w, x[3]}));
  return TensorTypes{{t, y, in[0].quant}};  // l2_pool_2d_c6
}

}  // namespace slipway::ops
