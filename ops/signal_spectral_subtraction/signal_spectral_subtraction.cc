#include "ops/signal_spectral_subtraction/signal_spectral_subtraction.h"

#include <algorithm>

#include "ops/signal_types.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SignalSpectralSubtraction& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));
  RETURN_IF_ERROR(CheckSignal(in, 0, "x", DType::kU32));  // signal_spectral_subtraction_c1
  if (in.shape(0).IsStatic() && in.shape(0).Elements() != op.num_channels)
    return BadInput("x has shape ", in.shape(0), ", expected ", op.num_channels,
                    " channels");  // signal_spectral_subtraction_c1
  if (op.num_channels < 0 || op.num_channels > 1 << 20) return BadInput("num_channels is ", op.num_channels);
  for (int64_t shift : {op.smoothing_bits, op.spectral_subtraction_bits})
    if (shift < 0 || shift > 31)
      return BadInput("a shift is ", shift, ", expected 0 to 31");  // signal_spectral_subtraction_c2
  for (int64_t f : {op.smoothing, op.one_minus_smoothing, op.alternate_smoothing, op.alternate_one_minus_smoothing,
                    op.min_signal_remaining})
    if (f < 0 || f > INT32_MAX)
      return BadInput("a factor is ", f, ", expected 0 to 2^31");              // signal_spectral_subtraction_c2
  return TensorTypes{{DType::kU32, in.shape(0)}, {DType::kU32, in.shape(0)}};  // signal_spectral_subtraction_c3
}

NoiseStep SubtractNoise(const SignalSpectralSubtraction& op, int64_t channel, uint32_t x, uint32_t noise) {
  bool odd = channel % 2 != 0;
  uint64_t smoothing = static_cast<uint64_t>(odd ? op.alternate_smoothing : op.smoothing);
  uint64_t rest = static_cast<uint64_t>(odd ? op.alternate_one_minus_smoothing : op.one_minus_smoothing);
  uint32_t up = x << op.smoothing_bits;
  noise = static_cast<uint32_t>((up * smoothing + noise * rest) >> op.spectral_subtraction_bits);
  if (op.clamping) noise = std::min(noise, up);
  uint32_t least =
      static_cast<uint32_t>((x * static_cast<uint64_t>(op.min_signal_remaining)) >> op.spectral_subtraction_bits);
  return {std::max((up - std::min(noise, up)) >> op.smoothing_bits, least), noise};
}

}  // namespace slipway::ops
