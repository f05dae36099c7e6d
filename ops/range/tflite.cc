#include "ops/tables/tflite.h"
#include "ops/range/range.h"

namespace slipway::ops {

Status Range::FromTflite(const TfliteOperator&, Range*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Range&, const TfliteTypes& types) {
  DType t = types.in(0);
  int version = t == DType::kI64 ? 2 : 1;
  return MakeForm(Builtin::RANGE, version);
}

}  // namespace slipway::ops
