#include "ops/dropout/dropout.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Dropout& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  if (!IsFloat(in.dtype(0))) return BadInput("x is ", in.dtype(0), ", expected a float type");    // dropout_c1
  if (!(op.rate >= 0 && op.rate < 1)) return BadInput("rate is ", op.rate, ", expected [0, 1)");  // dropout_c2
  RETURN_IF_ERROR(CheckInteger(in, 1, "step"));
  if (in.dtype(1) != DType::kI64) return BadInput("step is ", in.dtype(1), ", expected i64");  // dropout_c3
  return TensorTypes{in[0]};                                                                   // dropout_c4
}

}  // namespace slipway::ops
