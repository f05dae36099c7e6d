#include "ops/signal_pcan/signal_pcan.h"

#include "ops/signal_types.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SignalPcan& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  RETURN_IF_ERROR(CheckSignal(in, 0, "x", DType::kU32));                                             // signal_pcan_c1
  RETURN_IF_ERROR(CheckSignal(in, 1, "noise", DType::kU32));                                         // signal_pcan_c1
  RETURN_IF_ERROR(CheckSignal(in, 2, "the table", DType::kI16));                                     // signal_pcan_c1
  if (!Compatible(in.shape(0), in.shape(1))) return BadInput("x is ", in[0], ", noise is ", in[1]);  // signal_pcan_c1
  if (in.shape(2).IsStatic() && in.shape(2).Elements() < 125)
    return BadInput("the table has shape ", in.shape(2), ", expected 125 elements");          // signal_pcan_c1
  if (op.snr_shift < 0 || op.snr_shift > 63) return BadInput("snr_shift is ", op.snr_shift);  // signal_pcan_c2
  return TensorTypes{{DType::kU32, in.shape(0)}};                                             // signal_pcan_c3
}

}  // namespace slipway::ops
