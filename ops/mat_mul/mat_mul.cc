#include "ops/mat_mul/mat_mul.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const MatMul& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape &a = in.shape(0), &b = in.shape(1);
  for (const Shape* s : {&a, &b})
    if (s->has_rank() && s->rank() < 2)
      return BadInput("an operand has shape ", *s, ", expected rank >= 2");  // mat_mul_c1
  DType t = in.dtype(0), u = in.dtype(1);
  if (!IsNumber(t) || (u != t && !((t == DType::kF32 || t == DType::kI16) && u == DType::kI8)))
    return BadInput("operands are ", t, " and ", u, ", expected one number type");  // mat_mul_c2
  DType result = op.result == DType::kInvalid ? t : op.result;
  if (result != t && !(result == DType::kI32 && t == DType::kI8))
    return BadInput("the result is to be ", result, " but the operands are ", t);  // mat_mul_c6
  if (!a.has_rank() || !b.has_rank()) return TensorTypes{{result, Shape::UnknownRank()}};
  int ra = a.rank(), rb = b.rank();
  int64_t m = a[op.transpose_a ? ra - 1 : ra - 2], ka = a[op.transpose_a ? ra - 2 : ra - 1];
  int64_t kb = b[op.transpose_b ? rb - 1 : rb - 2], n = b[op.transpose_b ? rb - 2 : rb - 1];
  if (ka >= 0 && kb >= 0 && ka != kb)
    return BadInput("the inner dimensions are ", ka, " and ", kb, " for shapes ", a, " and ", b);  // mat_mul_c3
  ASSIGN_OR_RETURN(Shape y, BroadcastShapes(Shape(a.dims().first(static_cast<size_t>(ra - 2))),
                                            Shape(b.dims().first(static_cast<size_t>(rb - 2)))));  // mat_mul_c4
  y.push_back(m);
  y.push_back(n);
  ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  return TensorTypes{{result, y}};  // mat_mul_c5
}

}  // namespace slipway::ops
