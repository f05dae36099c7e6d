#include "ops/table_find/table_find.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const TableFind&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));  // table_find_c1
  bool one = !in.shape(1).IsStatic() || in.shape(1).Elements() == 1;
  if (!one) return BadInput("the default is ", in[1], ", expected one element");  // table_find_c2
  return TensorTypes{TensorType(in.dtype(1), in.shape(0))};                       // table_find_c3
}

}  // namespace slipway::ops
