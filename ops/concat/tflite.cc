#include "ops/tables/tflite.h"
#include "ops/concat/concat.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "axis", op.axis);
  v.Enum(1, "fused_activation_function", op.activation, Activation::kNone);
}

Status Concat::FromTflite(const TfliteOperator& in, Concat* op) {
  return ReadOptions(in, OptionsType::ConcatenationOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const Concat& op, const TfliteTypes& types) {
  if (op.activation != Activation::kNone) return Unsupported("LiteRT's CONCATENATION has no activation");
  DType t = VersionType(types, 0);
  int version = t == DType::kU32 ? 4 : t == DType::kI16 ? 3 : t == DType::kI8 ? 2 : 1;
  return MakeForm(Builtin::CONCATENATION, version, OptionsType::ConcatenationOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
