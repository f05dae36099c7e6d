#include "ops/numeric_verify/numeric_verify.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status NumericVerify::FromTflite(const TfliteOperator& in, NumericVerify* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const NumericVerify& op, const TfliteTypes&) {
  return MakeCustomForm(NumericVerify::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
