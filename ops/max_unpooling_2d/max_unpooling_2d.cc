#include "ops/max_unpooling_2d/max_unpooling_2d.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const MaxUnpooling2D& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape &x = in.shape(0), &indices = in.shape(1);
  RETURN_IF_ERROR(CheckRank4(x, "x"));                                                      // max_unpooling_2d_c1
  if (in.dtype(0) != DType::kF32) return BadInput("x is ", in.dtype(0), ", expected f32");  // max_unpooling_2d_c1
  if (in.dtype(1) != DType::kF32 && in.dtype(1) != DType::kI32)
    return BadInput("indices are ", in.dtype(1), ", expected f32 or i32");  // max_unpooling_2d_c1
  if (!Compatible(x, indices))
    return BadInput("indices have shape ", indices, ", expected ", x);  // max_unpooling_2d_c1
  FilterDims f{op.filter_h, op.filter_w, 1, 1};
  RETURN_IF_ERROR(CheckPositive(f.h, "the window's height"));  // max_unpooling_2d_c2
  RETURN_IF_ERROR(CheckPositive(f.w, "the window's width"));   // max_unpooling_2d_c2
  RETURN_IF_ERROR(CheckWindow(WindowOf(op), f));               // max_unpooling_2d_c2
  Shape y = x;
  if (!y.has_rank()) return TensorTypes{{DType::kF32, {-1, -1, -1, -1}}};
  for (int i : {1, 2}) {
    if (y[i] > INT32_MAX) return BadInput("x has shape ", x, ", expected sizes below 2^31");
    if (y[i] >= 0) y[i] *= i == 1 ? op.filter_h : op.filter_w;
  }
  ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  return TensorTypes{{DType::kF32, y}};  // max_unpooling_2d_c3
}

}  // namespace slipway::ops
