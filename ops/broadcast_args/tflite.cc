#include "ops/tables/tflite.h"
#include "ops/broadcast_args/broadcast_args.h"

namespace slipway::ops {

Status BroadcastArgs::FromTflite(const TfliteOperator&, BroadcastArgs*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const BroadcastArgs&, const TfliteTypes&) { return MakeForm(Builtin::BROADCAST_ARGS, 1); }

}  // namespace slipway::ops
