#include "ops/tables/tflite.h"
#include "ops/add_n/add_n.h"

namespace slipway::ops {

Status AddN::FromTflite(const TfliteOperator&, AddN*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const AddN&, const TfliteTypes& types) {
  if (types.inputs.size() < 2) return Unsupported("LiteRT's ADD_N takes at least two operands");
  return MakeForm(Builtin::ADD_N, 1);
}

}  // namespace slipway::ops
