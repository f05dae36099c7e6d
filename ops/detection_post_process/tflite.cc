#include "ops/detection_post_process/detection_post_process.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status DetectionPostProcess::FromTflite(const TfliteOperator& in, DetectionPostProcess* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const DetectionPostProcess& op, const TfliteTypes&) {
  return MakeCustomForm(DetectionPostProcess::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
