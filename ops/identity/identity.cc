#include "ops/identity/identity.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Identity&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1));  // identity_c1
  return TensorTypes{in[0]};     // identity_c2
}

}  // namespace slipway::ops
