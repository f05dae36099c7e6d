#include "ops/tables/tflite.h"
#include "ops/expand_dims/expand_dims.h"

namespace slipway::ops {

Status ExpandDims::FromTflite(const TfliteOperator&, ExpandDims*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const ExpandDims&, const TfliteTypes&) {
  int version = 1;
  return MakeForm(Builtin::EXPAND_DIMS, version);
}

}  // namespace slipway::ops
