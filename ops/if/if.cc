#include "ops/if/if.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const If& op, Inputs in) {
  if (!in.Has(0)) return BadInput("the condition is missing");                                // if_c1
  if (!IsOneBool(in[0])) return BadInput("the condition is ", in[0], ", expected one bool");  // if_c1
  if (op.dtypes.size() != op.shapes.size())
    return BadInput("states ", op.dtypes.size(), " dtypes and ", op.shapes.size(), " shapes of results");  // if_c3
  return StatedTypes(op.dtypes, op.shapes);                                                                // if_c3
}

}  // namespace slipway::ops
