#include "ops/read_variable/read_variable.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const ReadVariable& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(0));                        // read_variable_c1
  return TensorTypes{TensorType(op.dtype, op.shape)};  // read_variable_c2
}

}  // namespace slipway::ops
