#include "ops/tables/tflite.h"
#include "ops/select/select.h"

namespace slipway::ops {

Status Select::FromTflite(const TfliteOperator& in, Select* op) {
  op->rows = in.code == Builtin::SELECT;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const Select& op, const TfliteTypes&) {
  return MakeForm(op.rows ? Builtin::SELECT : Builtin::SELECT_V2, 1);
}

}  // namespace slipway::ops
