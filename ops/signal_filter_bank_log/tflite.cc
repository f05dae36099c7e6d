#include "ops/signal_filter_bank_log/signal_filter_bank_log.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status SignalFilterBankLog::FromTflite(const TfliteOperator& in, SignalFilterBankLog* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const SignalFilterBankLog& op, const TfliteTypes&) {
  return MakeCustomForm(SignalFilterBankLog::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
