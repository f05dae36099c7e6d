#include "ops/signal_window/signal_window.h"

#include "ops/signal_types.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SignalWindow& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckSignal(in, 0, "x", DType::kI16));       // signal_window_c1
  RETURN_IF_ERROR(CheckSignal(in, 1, "window", DType::kI16));  // signal_window_c1
  ASSIGN_OR_RETURN(int64_t n, LastDim(in, 0, "x"));
  if (n >= 0 && in.shape(1).IsStatic() && in.shape(1).Elements() != n)
    return BadInput("window has shape ", in.shape(1), ", expected ", n, " elements");               // signal_window_c1
  if (op.shift < 0 || op.shift > 31) return BadInput("shift is ", op.shift, ", expected 0 to 31");  // signal_window_c2
  return TensorTypes{{DType::kI16, in.shape(0)}};                                                   // signal_window_c3
}

}  // namespace slipway::ops
