#include "ir/wire/tf.h"
#include "ops/local_response_normalization/local_response_normalization.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> LocalResponseNormalization::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  LocalResponseNormalization op;
  ASSIGN_OR_RETURN(op.radius, node.Int("depth_radius", 5));
  ASSIGN_OR_RETURN(op.bias, node.Float("bias", 1));
  ASSIGN_OR_RETURN(op.alpha, node.Float("alpha", 1));
  ASSIGN_OR_RETURN(op.beta, node.Float("beta", 0.5f));
  return in.Add(op, {in.input(0)});
}

Status ToTf(const LocalResponseNormalization& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("LRN", {out.input(0)},
                            {{"T", out.in(0).dtype},
                             {"depth_radius", op.radius},
                             {"bias", op.bias},
                             {"alpha", op.alpha},
                             {"beta", op.beta}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
