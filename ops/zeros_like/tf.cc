#include "ir/wire/tf.h"
#include "ops/zeros_like/zeros_like.h"

namespace slipway::ops {

Status ToTf(const ZerosLike&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("ZerosLike", {out.input(0)}, {{"T", out.in(0).dtype}}, {"y"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
