#include "ops/custom_op/custom_op.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const CustomOp& op, Inputs in) {
  if (!op.functions) return Unsupported("custom operator '", op.name, "' is not registered");  // custom_op_c1
  return op.functions->Infer(in);                                                              // custom_op_c2
}

}  // namespace slipway::ops
