#include "ops/signal_rfft/signal_rfft.h"

#include "ops/signal_types.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SignalRfft& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  RETURN_IF_ERROR(CheckSignal(in, 0, "x", DType::kI16));                                             // signal_rfft_c1
  if (op.element_type != 7) return Unsupported("SignalRfft of the element type ", op.element_type);  // signal_rfft_c1
  bool power = op.fft_length >= 4 && op.fft_length <= 32768 && (op.fft_length & (op.fft_length - 1)) == 0;
  if (!power)
    return BadInput("fft_length is ", op.fft_length, ", expected a power of two from 4 to 32768");  // signal_rfft_c2
  ASSIGN_OR_RETURN(int64_t n, LastDim(in, 0, "x"));
  if (n > op.fft_length) return BadInput("x has ", n, " samples, expected at most ", op.fft_length);  // signal_rfft_c2
  return TensorTypes{{DType::kI16, WithLast(in.shape(0), op.fft_length + 2)}};
}

}  // namespace slipway::ops
