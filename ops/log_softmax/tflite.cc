#include "ops/tables/tflite.h"
#include "ops/log_softmax/log_softmax.h"

namespace slipway::ops {

Status LogSoftmax::FromTflite(const TfliteOperator&, LogSoftmax*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const LogSoftmax&, const TfliteTypes& types) {
  return MakeForm(Builtin::LOG_SOFTMAX, types.in(0) == DType::kI8 || types.in(0) == DType::kI16 ? 2 : 1);
}

}  // namespace slipway::ops
