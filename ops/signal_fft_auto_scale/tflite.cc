#include "ops/signal_fft_auto_scale/signal_fft_auto_scale.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status SignalFftAutoScale::FromTflite(const TfliteOperator& in, SignalFftAutoScale* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const SignalFftAutoScale& op, const TfliteTypes&) {
  return MakeCustomForm(SignalFftAutoScale::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
