#include "ops/pool_3d/pool_3d.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

// TensorFlow's converter keeps its names; LiteRT's own kernel of means is called AveragePool3D.
Status Pool3D::FromTflite(const TfliteOperator& in, Pool3D* op) {
  RETURN_IF_ERROR(ReadKnownOptions(in.custom_options, op));
  op->kind = in.custom_name == "MaxPool3D" ? Pool3DKind::kMax : Pool3DKind::kAverage;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const Pool3D& op, const TfliteTypes&) {
  return MakeCustomForm(op.kind == Pool3DKind::kMax ? "MaxPool3D" : "AvgPool3D", WriteCustomOptions(op));
}

}  // namespace slipway::ops
