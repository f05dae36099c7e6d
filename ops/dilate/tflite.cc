#include "ops/dilate/dilate.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

Status Dilate::FromTflite(const TfliteOperator&, Dilate*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Dilate&, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1}));
  return MakeForm(Builtin::DILATE, 1);
}

}  // namespace slipway::ops
