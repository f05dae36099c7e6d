#include "ops/tables/tflite.h"
#include "ops/leaky_relu/leaky_relu.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Float(0, "alpha", op.alpha); }

Status LeakyRelu::FromTflite(const TfliteOperator& in, LeakyRelu* op) {
  return ReadOptions(in, OptionsType::LeakyReluOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const LeakyRelu& op, const TfliteTypes& types) {
  return MakeForm(Builtin::LEAKY_RELU, types.in(0) == DType::kI16 ? 2 : 1, OptionsType::LeakyReluOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
