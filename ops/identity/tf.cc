#include "ir/wire/tf.h"
#include "ops/identity/identity.h"

namespace slipway::ops {

Status ToTf(const Identity&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("Identity", {out.input(0)}, {{"T", out.in(0).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
