#include "ops/tables/tflite.h"
#include "ops/rank/rank.h"

namespace slipway::ops {

Status Rank::FromTflite(const TfliteOperator&, Rank*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Rank&, const TfliteTypes&) { return MakeForm(Builtin::RANK, 1); }

}  // namespace slipway::ops
