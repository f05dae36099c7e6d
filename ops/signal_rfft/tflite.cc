#include "ops/signal_rfft/signal_rfft.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status SignalRfft::FromTflite(const TfliteOperator& in, SignalRfft* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const SignalRfft& op, const TfliteTypes&) {
  return MakeCustomForm(SignalRfft::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
