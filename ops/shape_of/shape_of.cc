#include "ops/shape_of/shape_of.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const ShapeOf& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  if (op.out_type != DType::kI32 && op.out_type != DType::kI64)
    return BadInput("out_type is ", op.out_type, ", expected i32 or i64");  // shape_of_c1
  const Shape& x = in.shape(0);
  return TensorTypes{{op.out_type, Shape{x.has_rank() ? x.rank() : kUnknownDim}}};  // shape_of_c2
}

}  // namespace slipway::ops
