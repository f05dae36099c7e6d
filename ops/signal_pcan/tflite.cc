#include "ops/signal_pcan/signal_pcan.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status SignalPcan::FromTflite(const TfliteOperator& in, SignalPcan* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const SignalPcan& op, const TfliteTypes&) {
  return MakeCustomForm(SignalPcan::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
