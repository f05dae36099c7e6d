#include "ops/batch_to_space_nd/batch_to_space_nd.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

Status BatchToSpaceNd::FromTflite(const TfliteOperator&, BatchToSpaceNd*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const BatchToSpaceNd&, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1, 2}));
  int rank = types.inputs[0].shape.has_rank() ? types.inputs[0].shape.rank() : 0;
  if (rank && rank != 3 && rank != 4) return Unsupported("LiteRT's BATCH_TO_SPACE_ND takes rank 3 or 4, not ", rank);
  DType t = VersionType(types, 0);
  int version = t == DType::kI16 ? 4 : rank != 4 ? 3 : t == DType::kI8 ? 2 : 1;
  return MakeForm(Builtin::BATCH_TO_SPACE_ND, version);
}

}  // namespace slipway::ops
