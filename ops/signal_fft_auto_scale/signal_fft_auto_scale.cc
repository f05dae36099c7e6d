#include "ops/signal_fft_auto_scale/signal_fft_auto_scale.h"

#include "ops/signal_types.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SignalFftAutoScale&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  RETURN_IF_ERROR(CheckSignal(in, 0, "x", DType::kI16));                   // signal_fft_auto_scale_c1
  return TensorTypes{{DType::kI16, in.shape(0)}, {DType::kI32, Shape{}}};  // signal_fft_auto_scale_c2
}

}  // namespace slipway::ops
