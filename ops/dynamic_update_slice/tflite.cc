#include "ops/tables/tflite.h"
#include "ops/dynamic_update_slice/dynamic_update_slice.h"

namespace slipway::ops {

Status DynamicUpdateSlice::FromTflite(const TfliteOperator&, DynamicUpdateSlice*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const DynamicUpdateSlice&, const TfliteTypes& types) {
  DType t = types.in(0);
  int version = t == DType::kBF16            ? 6
                : t == DType::kI4            ? 5
                : t == DType::kI16           ? 4
                : t == DType::kF16           ? 3
                : types.in(2) == DType::kI64 ? 2
                                             : 1;
  return MakeForm(Builtin::DYNAMIC_UPDATE_SLICE, version);
}

}  // namespace slipway::ops
