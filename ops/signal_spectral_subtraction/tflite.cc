#include "ops/signal_spectral_subtraction/signal_spectral_subtraction.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status SignalSpectralSubtraction::FromTflite(const TfliteOperator& in, SignalSpectralSubtraction* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const SignalSpectralSubtraction& op, const TfliteTypes&) {
  return MakeCustomForm(SignalSpectralSubtraction::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
