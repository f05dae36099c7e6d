#include "ir/wire/tf_window.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway::ops {

Status ToTf(const FullyConnected& op, wire::TfExporter& out) {
  const Shape& x = out.in(0).shape;
  if (!x.has_rank() || x.rank() != 2) return Unsupported("FullyConnected on rank ", x.has_rank() ? x.rank() : -1);
  wire::TfRef y = out.Emit("MatMul", {out.input(0), out.input(1)},
                           {{"T", out.in(0).dtype}, {"transpose_a", false}, {"transpose_b", true}}, {"product"})[0];
  return wire::EmitBiasAndActivation(out, y, 2, op.activation);
}

}  // namespace slipway::ops
