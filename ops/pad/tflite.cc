#include "ops/tables/tflite.h"
#include "ops/pad/pad.h"

namespace slipway::ops {

Status Pad::FromTflite(const TfliteOperator&, Pad*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Pad&, const TfliteTypes& types) {
  int rank = types.inputs[0].shape.has_rank() ? types.inputs[0].shape.rank() : 0;
  DType t = VersionType(types, 0);
  int version = rank > 4 ? 4 : t == DType::kI16 ? 3 : t == DType::kI8 ? 2 : 1;
  return MakeForm(types.in(2) == DType::kInvalid ? Builtin::PAD : Builtin::PADV2, version);
}

}  // namespace slipway::ops
