#include "ops/resize_nearest/resize_nearest.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Bool(0, "align_corners", op.align_corners);
  v.Bool(1, "half_pixel_centers", op.half_pixel_centers);
}

Status ResizeNearest::FromTflite(const TfliteOperator& in, ResizeNearest* op) {
  return ReadOptions(in, OptionsType::ResizeNearestNeighborOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const ResizeNearest& op, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1}));
  DType t = VersionType(types, 0);
  int version = t == DType::kI16 ? 4 : (op.half_pixel_centers || op.align_corners) ? 3 : t == DType::kI8 ? 2 : 1;
  return MakeForm(Builtin::RESIZE_NEAREST_NEIGHBOR, version, OptionsType::ResizeNearestNeighborOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
