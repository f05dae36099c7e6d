#include "ops/signal_energy/signal_energy.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status SignalEnergy::FromTflite(const TfliteOperator& in, SignalEnergy* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const SignalEnergy& op, const TfliteTypes&) {
  return MakeCustomForm(SignalEnergy::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
