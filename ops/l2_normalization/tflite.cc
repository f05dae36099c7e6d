#include "ops/tables/tflite.h"
#include "ops/attributes.h"
#include "ops/l2_normalization/l2_normalization.h"

namespace slipway::ops {

static void Options(auto& v, auto&, auto& activation) {
  v.Enum(0, "fused_activation_function", activation, Activation::kNone);
}

Status L2Normalization::FromTflite(const TfliteOperator& in, L2Normalization* op) {
  Activation activation = Activation::kNone;
  RETURN_IF_ERROR(
      ReadOptions(in, OptionsType::L2NormOptions, *op, [&](auto& v, auto& o) { Options(v, o, activation); }));
  if (activation != Activation::kNone) return Unsupported("L2_NORMALIZATION with an activation");
  return OkStatus();
}

Result<TfliteForm> ToTflite(const L2Normalization& op, const TfliteTypes& types) {
  Activation activation = Activation::kNone;
  return MakeForm(Builtin::L2_NORMALIZATION, types.in(0) == DType::kI8 ? 2 : 1, OptionsType::L2NormOptions, op,
                  [&](auto& v, auto& o) { Options(v, o, activation); });
}

}  // namespace slipway::ops
