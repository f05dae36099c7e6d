#include "ops/tables/tflite.h"
#include "ops/batch_to_space_nd/batch_to_space_nd.h"

namespace slipway::ops {

Status BatchToSpaceNd::FromTflite(const TfliteOperator&, BatchToSpaceNd*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const BatchToSpaceNd&, const TfliteTypes& types) {
  int rank = types.inputs[0].shape.has_rank() ? types.inputs[0].shape.rank() : 0;
  DType t = types.in(0);
  int version = t == DType::kI16 ? 4 : rank != 4 ? 3 : t == DType::kI8 ? 2 : 1;
  return MakeForm(Builtin::BATCH_TO_SPACE_ND, version);
}

}  // namespace slipway::ops
