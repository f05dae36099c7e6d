#include "ops/multinomial/multinomial.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "seed", op.seed, 0, tflite::Wire::kI64);
  v.Int(1, "seed2", op.seed2, 0, tflite::Wire::kI64);
}

Status Multinomial::FromTflite(const TfliteOperator& in, Multinomial* op) {
  if (in.outputs.size() == 1) op->out_type = in.outputs[0].dtype;
  return ReadOptions(in, OptionsType::RandomOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const Multinomial& op, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1}));
  return MakeForm(Builtin::MULTINOMIAL, 1, OptionsType::RandomOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
