#include "ir/wire/tf_window.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway::ops {

Status ToTf(const FullyConnected& op, wire::TfExporter& out) {
  const Shape& x = out.in(0).shape;
  bool rows = x.has_rank() && x.rank() == 2;
  if (!rows && !(x.has_rank() && x.rank() > 2 && op.keep_num_dims))
    return Unsupported("FullyConnected of x of shape ", x);
  wire::TfRef y =
      rows ? out.Emit("MatMul", {out.input(0), out.input(1)},
                      {{"T", out.in(0).dtype}, {"transpose_a", false}, {"transpose_b", true}}, {"product"})[0]
           : out.Emit("BatchMatMulV2", {out.input(0), out.input(1)},
                      {{"T", out.in(0).dtype}, {"adj_x", false}, {"adj_y", true}}, {"output"})[0];
  return wire::EmitBiasAndActivation(out, y, 2, op.activation);
}

}  // namespace slipway::ops
