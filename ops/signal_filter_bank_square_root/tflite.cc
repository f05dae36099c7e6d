#include "ops/signal_filter_bank_square_root/signal_filter_bank_square_root.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status SignalFilterBankSquareRoot::FromTflite(const TfliteOperator& in, SignalFilterBankSquareRoot* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const SignalFilterBankSquareRoot& op, const TfliteTypes&) {
  return MakeCustomForm(SignalFilterBankSquareRoot::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
