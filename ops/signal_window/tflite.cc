#include "ops/signal_window/signal_window.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status SignalWindow::FromTflite(const TfliteOperator& in, SignalWindow* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const SignalWindow& op, const TfliteTypes&) {
  return MakeCustomForm(SignalWindow::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
