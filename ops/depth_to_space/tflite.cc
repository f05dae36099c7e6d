#include "ops/tables/tflite.h"
#include "ops/depth_to_space/depth_to_space.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Int(0, "block_size", op.block); }

Status DepthToSpace::FromTflite(const TfliteOperator& in, DepthToSpace* op) {
  return ReadOptions(in, OptionsType::DepthToSpaceOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const DepthToSpace& op, const TfliteTypes& types) {
  DType t = types.in(0);
  int version = t == DType::kI8 ? 2 : 1;
  return MakeForm(Builtin::DEPTH_TO_SPACE, version, OptionsType::DepthToSpaceOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
