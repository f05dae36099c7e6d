#include "ops/tables/tflite.h"
#include "ops/non_max_suppression/non_max_suppression.h"

namespace slipway::ops {

Status NonMaxSuppression::FromTflite(const TfliteOperator& in, NonMaxSuppression* op) {
  op->soft = in.code == Builtin::NON_MAX_SUPPRESSION_V5;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const NonMaxSuppression& op, const TfliteTypes& types) {
  if (types.in(0) != DType::kF32) return Unsupported("LiteRT's NON_MAX_SUPPRESSION takes f32, not ", types.in(0));
  return MakeForm(op.soft ? Builtin::NON_MAX_SUPPRESSION_V5 : Builtin::NON_MAX_SUPPRESSION_V4, 1);
}

}  // namespace slipway::ops
