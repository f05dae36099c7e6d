#include "ops/tables/tflite.h"
#include "ops/gather_nd/gather_nd.h"

namespace slipway::ops {

Status GatherNd::FromTflite(const TfliteOperator&, GatherNd*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const GatherNd&, const TfliteTypes& types) {
  const Shape& indices = types.inputs[1].shape;
  if (indices.has_rank() && indices.back() == 0) return Unsupported("tuples of no indices, LiteRT refuses them");
  DType t = types.in(0);
  int version = t == DType::kBool            ? 5
                : types.in(1) == DType::kI16 ? 4
                : t == DType::kI16           ? 3
                : t == DType::kString        ? 2
                                             : 1;
  return MakeForm(Builtin::GATHER_ND, version);
}

}  // namespace slipway::ops
