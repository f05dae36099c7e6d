#include "ops/table_size/table_size.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const TableSize& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(0));  // table_size_c1
  if (!op.shape.IsStatic() || op.shape.Elements() != 1)
    return BadInput("the result has shape ", op.shape, ", expected one element");  // table_size_c2
  return TensorTypes{TensorType(DType::kI64, op.shape)};                           // table_size_c2
}

}  // namespace slipway::ops
