#include "ops/scatter_nd/scatter_nd.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

Status ScatterNd::FromTflite(const TfliteOperator&, ScatterNd*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const ScatterNd&, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {0, 2}));
  return MakeForm(Builtin::SCATTER_ND, 1);
}

}  // namespace slipway::ops
