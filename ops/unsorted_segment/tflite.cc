#include "ops/tables/litert_limits.h"
#include "ops/unsorted_segment/unsorted_segment.h"

namespace slipway::ops {

namespace {

constexpr Builtin kCodes[] = {Builtin::UNSORTED_SEGMENT_SUM, Builtin::UNSORTED_SEGMENT_PROD,
                              Builtin::UNSORTED_SEGMENT_MAX, Builtin::UNSORTED_SEGMENT_MIN};

}  // namespace

Status UnsortedSegment::FromTflite(const TfliteOperator& in, UnsortedSegment* op) {
  for (int i = 0; i < 4; ++i)
    if (kCodes[i] == in.code) op->fold = static_cast<SegmentFold>(i);
  return OkStatus();
}

Result<TfliteForm> ToTflite(const UnsortedSegment& op, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1, 2}));
  const Shape& ids = types.inputs[1].shape;
  if (ids.has_rank() && ids.rank() != 1) return Unsupported("ids of shape ", ids, ", LiteRT takes a vector");
  return MakeForm(kCodes[static_cast<int>(op.fold)], 1);
}

}  // namespace slipway::ops
