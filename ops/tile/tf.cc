#include "ir/wire/tf.h"
#include "ops/tile/tile.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Tile::FromTf(const wire::TfNode&, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(Tile{}, {in.input(0), in.input(1)});
}

Status ToTf(const Tile&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("Tile", {out.input(0), out.input(1)},
                            {{"T", out.in(0).dtype}, {"Tmultiples", out.in(1).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
