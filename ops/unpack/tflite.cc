#include "ops/tables/tflite.h"
#include "ops/unpack/unpack.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "num", op.num);
  v.Int(1, "axis", op.axis);
}

Status Unpack::FromTflite(const TfliteOperator& in, Unpack* op) {
  return ReadOptions(in, OptionsType::UnpackOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const Unpack& op, const TfliteTypes& types) {
  DType t = types.in(0);
  int version = t == DType::kI16                       ? (types.inputs[0].quant.empty() ? 4 : 1)
                : t == DType::kBool                    ? 3
                : (t == DType::kI8 || t == DType::kU8) ? 2
                                                       : 1;
  return MakeForm(Builtin::UNPACK, version, OptionsType::UnpackOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
