#include "ops/signal_filter_bank_square_root/signal_filter_bank_square_root.h"

#include "ops/signal_types.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SignalFilterBankSquareRoot&, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckSignal(in, 0, "x", DType::kU64));  // signal_filter_bank_square_root_c1
  if (in.dtype(1) != DType::kI32 || (in.shape(1).IsStatic() && in.shape(1).Elements() != 1))
    return BadInput("shift is ", in[1], ", expected one i32");  // signal_filter_bank_square_root_c1
  return TensorTypes{{DType::kU32, in.shape(0)}};               // signal_filter_bank_square_root_c2
}

}  // namespace slipway::ops
