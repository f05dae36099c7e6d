#include "ops/select/select.h"

namespace slipway::ops {

Shape AlignedCondition(const Select& op, const Shape& condition, const Shape& a) {
  if (!op.rows || !condition.has_rank() || !a.has_rank() || condition.rank() != 1) return condition;
  Shape aligned = condition;
  while (aligned.rank() < a.rank()) aligned.push_back(1);
  return aligned;
}

Result<TensorTypes> Infer(const Select& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  const Shape &condition = in.shape(0), &a = in.shape(1), &b = in.shape(2);
  if (in.dtype(0) != DType::kBool) return BadInput("condition is ", in.dtype(0), ", expected bool");  // select_c1
  if (in.dtype(1) != in.dtype(2)) return BadInput("a is ", in.dtype(1), " but b is ", in.dtype(2));   // select_c2
  if (op.rows) {
    bool known = condition.has_rank() && a.has_rank();
    bool vector = known && condition.rank() == 1 && a.rank() > 0 && Compatible(condition, Shape{a[0]});
    bool fits = !known || vector || condition.rank() == 0 || Compatible(condition, a);
    if (!fits || !Compatible(a, b))
      return BadInput("condition ", condition, " does not choose rows of a ", a, " and b ", b);  // select_c3
  }
  ASSIGN_OR_RETURN(Shape shape, BroadcastShapes(a, b));                                 // select_c3
  ASSIGN_OR_RETURN(shape, BroadcastShapes(AlignedCondition(op, condition, a), shape));  // select_c3
  bool same = in[1].quant == in[2].quant;
  return TensorTypes{{in.dtype(1), shape, same ? in[1].quant : Quantization{}}};  // select_c4
}

}  // namespace slipway::ops
