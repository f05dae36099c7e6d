#include "ops/own_variable.h"

#include "ops/signal_spectral_subtraction/signal_spectral_subtraction.h"

namespace slipway::ops {

std::optional<TensorType> OwnVariableOf(const Op& op) {
  const auto* signal = op.As<SignalSpectralSubtraction>();
  if (!signal || signal->num_channels < 0 || signal->num_channels > INT32_MAX) return std::nullopt;
  return TensorType(DType::kU32, {signal->num_channels});
}

Op WithOwnVariable(const Op& op, int variable) {
  SignalSpectralSubtraction own = *op.As<SignalSpectralSubtraction>();
  own.variable = variable;
  return own;
}

}  // namespace slipway::ops
