#include "ops/max_unpooling_2d/max_unpooling_2d.h"
#include "ops/tables/pool_struct.h"

namespace slipway::ops {

Status MaxUnpooling2D::FromTflite(const TfliteOperator& in, MaxUnpooling2D* op) { return ReadPool(in, op); }

// LiteRT's name goes with integer indices.
Result<TfliteForm> ToTflite(const MaxUnpooling2D& op, const TfliteTypes& types) {
  bool integers = types.in(1) == DType::kI32;
  return MakeCustomForm(integers ? "LiteRtMaxUnpooling2D" : MaxUnpooling2D::kCustomName, WritePool(op));
}

}  // namespace slipway::ops
