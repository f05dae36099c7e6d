#include "interpreter/kernel.h"
#include "ops/custom_op/custom_op.h"

namespace slipway::ops {

Result<interpreter::Kernel> Prepare(const CustomOp& op, interpreter::PrepareContext& c) {
  if (!op.functions) return Unsupported("custom operator '", op.name, "' is not registered");
  return op.functions->Prepare(c);
}

}  // namespace slipway::ops
