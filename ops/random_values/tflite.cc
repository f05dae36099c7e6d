#include "ops/random_values/random_values.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "seed", op.seed, 0, tflite::Wire::kI64);
  v.Int(1, "seed2", op.seed2, 0, tflite::Wire::kI64);
}

Status RandomValues::FromTflite(const TfliteOperator& in, RandomValues* op) {
  op->kind = in.code == Builtin::RANDOM_UNIFORM ? RandomKind::kUniform : RandomKind::kNormal;
  return ReadOptions(in, OptionsType::RandomOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const RandomValues& op, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {0}));
  Builtin code = op.kind == RandomKind::kUniform ? Builtin::RANDOM_UNIFORM : Builtin::RANDOM_STANDARD_NORMAL;
  return MakeForm(code, 1, OptionsType::RandomOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
