#include "ops/tables/tflite.h"
#include "ops/prelu/prelu.h"

namespace slipway::ops {

Status Prelu::FromTflite(const TfliteOperator&, Prelu*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Prelu&, const TfliteTypes&) { return MakeForm(Builtin::PRELU, 1); }

}  // namespace slipway::ops
