#include "ops/signal_filter_bank_log/signal_filter_bank_log.h"

#include "ops/signal_types.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SignalFilterBankLog& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  RETURN_IF_ERROR(CheckSignal(in, 0, "x", DType::kU32));  // signal_filter_bank_log_c1
  bool fits = op.input_correction_bits >= 0 && op.input_correction_bits <= 31 && op.output_scale >= 0 &&
              op.output_scale <= 65535;
  if (!fits)
    return BadInput("correction of ", op.input_correction_bits, " bits and scale ",
                    op.output_scale);              // signal_filter_bank_log_c2
  return TensorTypes{{DType::kI16, in.shape(0)}};  // signal_filter_bank_log_c3
}

}  // namespace slipway::ops
