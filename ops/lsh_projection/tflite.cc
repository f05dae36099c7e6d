#include "ops/tables/tflite.h"
#include "ops/lsh_projection/lsh_projection.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Enum(0, "type", op.type, LshType::kUnknown); }

Status LshProjection::FromTflite(const TfliteOperator& in, LshProjection* op) {
  return ReadOptions(in, OptionsType::LSHProjectionOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const LshProjection& op, const TfliteTypes&) {
  return MakeForm(Builtin::LSH_PROJECTION, 1, OptionsType::LSHProjectionOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
