#include "ops/tables/tflite.h"
#include "ops/dequantize/dequantize.h"

namespace slipway::ops {

Status Dequantize::FromTflite(const TfliteOperator&, Dequantize*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Dequantize&, const TfliteTypes& types) {
  DType t = VersionType(types, 0);
  if (t == DType::kI32) return Unsupported("LiteRT has no DEQUANTIZE of i32");
  int version = t == DType::kI4                                          ? 6
                : t == DType::kI8 && types.inputs[0].quant.per_channel() ? 5
                : (t == DType::kI16 || t == DType::kF16)                 ? 3
                : t == DType::kI8                                        ? 2
                                                                         : 1;
  return MakeForm(Builtin::DEQUANTIZE, version);
}

}  // namespace slipway::ops
