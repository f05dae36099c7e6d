#include "ops/tables/tflite.h"
#include "ops/squeeze/squeeze.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Ints(0, "squeeze_dims", op.axes); }

Status Squeeze::FromTflite(const TfliteOperator& in, Squeeze* op) {
  return ReadOptions(in, OptionsType::SqueezeOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const Squeeze& op, const TfliteTypes& types) {
  DType t = types.in(0);
  int version = t == DType::kString ? 2 : 1;
  return MakeForm(Builtin::SQUEEZE, version, OptionsType::SqueezeOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
