#include "ops/tables/tflite.h"
#include "ops/where/where.h"

namespace slipway::ops {

Status Where::FromTflite(const TfliteOperator&, Where*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Where&, const TfliteTypes& types) {
  return MakeForm(Builtin::WHERE, types.in(0) == DType::kBool ? 1 : 2);
}

}  // namespace slipway::ops
