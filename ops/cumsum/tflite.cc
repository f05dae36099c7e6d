#include "ops/cumsum/cumsum.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Bool(0, "exclusive", op.exclusive);
  v.Bool(1, "reverse", op.reverse);
}

Status Cumsum::FromTflite(const TfliteOperator& in, Cumsum* op) {
  return ReadOptions(in, OptionsType::CumsumOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const Cumsum& op, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1}));
  return MakeForm(Builtin::CUMSUM, 1, OptionsType::CumsumOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
