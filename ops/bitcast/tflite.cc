#include "ops/tables/tflite.h"
#include "ops/bitcast/bitcast.h"

namespace slipway::ops {

Status Bitcast::FromTflite(const TfliteOperator& in, Bitcast* op) {
  if (in.outputs.size() != 1) return BadInput("it has ", in.outputs.size(), " results, expected one");
  op->type = in.outputs[0].dtype;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const Bitcast&, const TfliteTypes&) { return MakeForm(Builtin::BITCAST, 1); }

}  // namespace slipway::ops
