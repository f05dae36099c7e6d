#include "ops/signal_filter_bank/signal_filter_bank.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status SignalFilterBank::FromTflite(const TfliteOperator& in, SignalFilterBank* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const SignalFilterBank& op, const TfliteTypes&) {
  return MakeCustomForm(SignalFilterBank::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
