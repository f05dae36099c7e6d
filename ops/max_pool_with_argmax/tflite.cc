#include "ops/max_pool_with_argmax/max_pool_with_argmax.h"
#include "ops/tables/pool_struct.h"

namespace slipway::ops {

Status MaxPoolWithArgmax::FromTflite(const TfliteOperator& in, MaxPoolWithArgmax* op) {
  if (in.outputs.size() != 2) return BadInput("has ", in.outputs.size(), " results, expected 2");
  op->index_type = in.outputs[1].dtype;
  return ReadPool(in, op);
}

Result<TfliteForm> ToTflite(const MaxPoolWithArgmax& op, const TfliteTypes&) {
  return MakeCustomForm(MaxPoolWithArgmax::kCustomName, WritePool(op));
}

}  // namespace slipway::ops
