#include "ops/tables/tflite.h"
#include "ops/broadcast_to/broadcast_to.h"

namespace slipway::ops {

Status BroadcastTo::FromTflite(const TfliteOperator&, BroadcastTo*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const BroadcastTo&, const TfliteTypes& types) {
  DType t = types.in(0);
  int version = (t == DType::kI8 || t == DType::kI16) ? 3 : 2;
  return MakeForm(Builtin::BROADCAST_TO, version);
}

}  // namespace slipway::ops
