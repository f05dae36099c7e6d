#include "ops/tables/tflite.h"
#include "ops/slice/slice.h"

namespace slipway::ops {

Status Slice::FromTflite(const TfliteOperator&, Slice*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Slice&, const TfliteTypes& types) {
  int rank = types.inputs[0].shape.has_rank() ? types.inputs[0].shape.rank() : 0;
  DType t = VersionType(types, 0);
  int version = t == DType::kU32      ? 6
                : rank > 4            ? 5
                : t == DType::kI16    ? 4
                : t == DType::kString ? 3
                : t == DType::kI8     ? 2
                                      : 1;
  return MakeForm(Builtin::SLICE, version);
}

}  // namespace slipway::ops
