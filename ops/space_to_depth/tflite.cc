#include "ops/tables/tflite.h"
#include "ops/space_to_depth/space_to_depth.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Int(0, "block_size", op.block); }

Status SpaceToDepth::FromTflite(const TfliteOperator& in, SpaceToDepth* op) {
  return ReadOptions(in, OptionsType::SpaceToDepthOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const SpaceToDepth& op, const TfliteTypes& types) {
  DType t = types.in(0);
  int version = t == DType::kI8 ? 2 : 1;
  return MakeForm(Builtin::SPACE_TO_DEPTH, version, OptionsType::SpaceToDepthOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
