#include "ops/mfcc/mfcc.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status Mfcc::FromTflite(const TfliteOperator& in, Mfcc* op) { return ReadKnownOptions(in.custom_options, op); }

Result<TfliteForm> ToTflite(const Mfcc& op, const TfliteTypes&) {
  return MakeCustomForm(Mfcc::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
