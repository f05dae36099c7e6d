#include "ops/resize_bilinear/resize_bilinear.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Bool(2, "align_corners", op.align_corners);
  v.Bool(3, "half_pixel_centers", op.half_pixel_centers);
}

Status ResizeBilinear::FromTflite(const TfliteOperator& in, ResizeBilinear* op) {
  return ReadOptions(in, OptionsType::ResizeBilinearOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const ResizeBilinear& op, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1}));
  DType t = VersionType(types, 0);
  int version = t == DType::kI16 ? 4 : op.half_pixel_centers ? 3 : t == DType::kI8 ? 2 : 1;
  return MakeForm(Builtin::RESIZE_BILINEAR, version, OptionsType::ResizeBilinearOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
