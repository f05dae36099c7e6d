#include "ops/tables/tflite.h"
#include "ops/tile/tile.h"

namespace slipway::ops {

Status Tile::FromTflite(const TfliteOperator&, Tile*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Tile&, const TfliteTypes& types) {
  DType t = VersionType(types, 0);
  int version = t == DType::kI8 ? 3 : t == DType::kString ? 2 : 1;
  return MakeForm(Builtin::TILE, version);
}

}  // namespace slipway::ops
