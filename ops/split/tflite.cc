#include "ops/tables/tflite.h"
#include "ops/split/split.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Int(0, "num_splits", op.num); }

Status Split::FromTflite(const TfliteOperator& in, Split* op) {
  return ReadOptions(in, OptionsType::SplitOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const Split& op, const TfliteTypes& types) {
  DType t = VersionType(types, 1);
  int version = t == DType::kI16 ? 4 : t == DType::kI32 ? 3 : t == DType::kI8 ? 2 : 1;
  return MakeForm(Builtin::SPLIT, version, OptionsType::SplitOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
