#include "ops/segment_sum/segment_sum.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

Status SegmentSum::FromTflite(const TfliteOperator&, SegmentSum*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const SegmentSum&, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1}));
  return MakeForm(Builtin::SEGMENT_SUM, 1);
}

}  // namespace slipway::ops
