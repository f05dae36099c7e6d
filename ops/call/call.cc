#include "ops/call/call.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Call& op, Inputs) {
  if (op.dtypes.size() != op.shapes.size())  // call_c2
    return BadInput("states ", op.dtypes.size(), " dtypes and ", op.shapes.size(), " shapes of results");
  return StatedTypes(op.dtypes, op.shapes);  // call_c2
}

}  // namespace slipway::ops
