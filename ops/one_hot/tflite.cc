#include "ops/tables/tflite.h"
#include "ops/one_hot/one_hot.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Int(0, "axis", op.axis); }

Status OneHot::FromTflite(const TfliteOperator& in, OneHot* op) {
  return ReadOptions(in, OptionsType::OneHotOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const OneHot& op, const TfliteTypes&) {
  int version = 1;
  return MakeForm(Builtin::ONE_HOT, version, OptionsType::OneHotOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
