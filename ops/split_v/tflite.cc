#include "ops/tables/tflite.h"
#include "ops/split_v/split_v.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Int(0, "num_splits", op.num); }

Status SplitV::FromTflite(const TfliteOperator& in, SplitV* op) {
  return ReadOptions(in, OptionsType::SplitVOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const SplitV& op, const TfliteTypes& types) {
  DType t = VersionType(types, 0);
  int version = t == DType::kI8 ? 2 : 1;
  return MakeForm(Builtin::SPLIT_V, version, OptionsType::SplitVOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
