#include "ops/space_to_batch_nd/space_to_batch_nd.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

Status SpaceToBatchNd::FromTflite(const TfliteOperator&, SpaceToBatchNd*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const SpaceToBatchNd&, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1, 2}));
  int rank = types.inputs[0].shape.has_rank() ? types.inputs[0].shape.rank() : 0;
  if (rank && rank != 3 && rank != 4) return Unsupported("LiteRT's SPACE_TO_BATCH_ND takes rank 3 or 4, not ", rank);
  DType t = VersionType(types, 0);
  int version = t == DType::kI16 ? 4 : rank != 4 ? 3 : t == DType::kI8 ? 2 : 1;
  return MakeForm(Builtin::SPACE_TO_BATCH_ND, version);
}

}  // namespace slipway::ops
