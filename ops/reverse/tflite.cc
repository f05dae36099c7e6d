#include "ops/tables/tflite.h"
#include "ops/reverse/reverse.h"

namespace slipway::ops {

Status Reverse::FromTflite(const TfliteOperator&, Reverse*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Reverse&, const TfliteTypes& types) {
  DType t = types.in(0);
  int version = t == DType::kI8 ? 3 : t == DType::kBool ? 2 : 1;
  return MakeForm(Builtin::REVERSE_V2, version);
}

}  // namespace slipway::ops
