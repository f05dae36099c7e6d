#include "ops/signal_filter_bank/signal_filter_bank.h"

#include "ops/signal_types.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SignalFilterBank& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(6));
  RETURN_IF_ERROR(CheckSignal(in, 0, "x", DType::kU32));  // signal_filter_bank_c1
  for (int i = 1; i < 6; ++i)
    RETURN_IF_ERROR(CheckSignal(in, i, "a list of the bank", DType::kI16));  // signal_filter_bank_c1
  if (op.num_channels < 1 || op.num_channels > INT16_MAX) return BadInput("num_channels is ", op.num_channels);
  for (int i = 3; i < 6; ++i)
    if (in.shape(i).IsStatic() && in.shape(i).Elements() != op.num_channels + 1)
      return BadInput("operand ", i, " has shape ", in.shape(i), ", expected ", op.num_channels + 1, " elements");
  return TensorTypes{{DType::kU64, {op.num_channels}}};
}

}  // namespace slipway::ops
