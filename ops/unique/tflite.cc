#include "ops/tables/tflite.h"
#include "ops/unique/unique.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Type(0, "idx_out_type", op.index_type, DType::kI32); }

Status Unique::FromTflite(const TfliteOperator& in, Unique* op) {
  return ReadOptions(in, OptionsType::UniqueOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const Unique& op, const TfliteTypes&) {
  return MakeForm(Builtin::UNIQUE, 1, OptionsType::UniqueOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
