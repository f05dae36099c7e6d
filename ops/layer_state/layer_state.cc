#include "ops/layer_state/layer_state.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const LayerState& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(0));                                                             // layer_state_c1
  if (!op.shape.IsStatic()) return BadInput("a state needs a fixed size, not ", op.shape);  // layer_state_c2
  return TensorTypes{TensorType(op.dtype, op.shape)};
}

}  // namespace slipway::ops
