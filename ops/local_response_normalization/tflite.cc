#include "ops/tables/tflite.h"
#include "ops/local_response_normalization/local_response_normalization.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "radius", op.radius);
  v.Float(1, "bias", op.bias);
  v.Float(2, "alpha", op.alpha);
  v.Float(3, "beta", op.beta);
}

Status LocalResponseNormalization::FromTflite(const TfliteOperator& in, LocalResponseNormalization* op) {
  return ReadOptions(in, OptionsType::LocalResponseNormalizationOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const LocalResponseNormalization& op, const TfliteTypes&) {
  return MakeForm(Builtin::LOCAL_RESPONSE_NORMALIZATION, 1, OptionsType::LocalResponseNormalizationOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
