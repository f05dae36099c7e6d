#include "ops/hadamard_rotation/hadamard_rotation.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status HadamardRotation::FromTflite(const TfliteOperator& in, HadamardRotation* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const HadamardRotation& op, const TfliteTypes&) {
  return MakeCustomForm(HadamardRotation::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
