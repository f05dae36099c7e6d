#include "ops/tables/tflite.h"
#include "ops/add_n/add_n.h"

namespace slipway::ops {

Status AddN::FromTflite(const TfliteOperator&, AddN*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const AddN&, const TfliteTypes&) { return MakeForm(Builtin::ADD_N, 1); }

}  // namespace slipway::ops
