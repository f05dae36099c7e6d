#include "ops/max_pool_with_argmax/max_pool_with_argmax.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const MaxPoolWithArgmax& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  const Shape& x = in.shape(0);
  RETURN_IF_ERROR(CheckRank4(x, "x"));                                                      // max_pool_with_argmax_c1
  if (in.dtype(0) != DType::kF32) return BadInput("x is ", in.dtype(0), ", expected f32");  // max_pool_with_argmax_c1
  if (op.index_type != DType::kF32 && op.index_type != DType::kI32)
    return BadInput("index_type is ", op.index_type, ", expected f32 or i32");  // max_pool_with_argmax_c5
  FilterDims f{op.filter_h, op.filter_w, 1, 1};
  RETURN_IF_ERROR(CheckPositive(f.h, "the window's height"));  // max_pool_with_argmax_c2
  RETURN_IF_ERROR(CheckPositive(f.w, "the window's width"));   // max_pool_with_argmax_c2
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));               // max_pool_with_argmax_c2
  RETURN_IF_ERROR(CheckClampActivation(op.activation));        // max_pool_with_argmax_c4
  if (!x.has_rank()) return TensorTypes{{DType::kF32, {-1, -1, -1, -1}}, {op.index_type, {-1, -1, -1, -1}}};
  ASSIGN_OR_RETURN(OutputSize out, ForwardOutputSize(x[1], x[2], f, WindowOf(op)));  // max_pool_with_argmax_c3
  ASSIGN_OR_RETURN(Shape y, CheckedShape({x[0], out.h, out.w, x[3]}));
  return TensorTypes{{DType::kF32, y}, {op.index_type, y}};  // max_pool_with_argmax_c5
}

}  // namespace slipway::ops
