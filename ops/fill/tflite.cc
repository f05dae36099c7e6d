#include "ops/tables/tflite.h"
#include "ops/fill/fill.h"

namespace slipway::ops {

Status Fill::FromTflite(const TfliteOperator&, Fill*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Fill&, const TfliteTypes& types) {
  DType t = types.in(1);
  int version = t == DType::kF16                             ? 4
                : (t == DType::kI8 || t == DType::kI16)      ? 3
                : (t == DType::kBool || t == DType::kString) ? 2
                                                             : 1;
  return MakeForm(Builtin::FILL, version);
}

}  // namespace slipway::ops
