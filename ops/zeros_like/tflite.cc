#include "ops/tables/tflite.h"
#include "ops/zeros_like/zeros_like.h"

namespace slipway::ops {

Status ZerosLike::FromTflite(const TfliteOperator&, ZerosLike*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const ZerosLike&, const TfliteTypes& types) {
  if (!types.inputs[0].quant.empty()) return Unsupported("of quantized x, LiteRT takes real numbers");
  return MakeForm(Builtin::ZEROS_LIKE, 1);
}

}  // namespace slipway::ops
