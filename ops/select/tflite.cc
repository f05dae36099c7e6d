#include "ops/select/select.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

Status Select::FromTflite(const TfliteOperator& in, Select* op) {
  op->rows = in.code == Builtin::SELECT;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const Select& op, const TfliteTypes& types) {
  if (!op.rows) RETURN_IF_ERROR(NeedsRank(types, BroadcastRank(op)));
  return MakeForm(op.rows ? Builtin::SELECT : Builtin::SELECT_V2, 1);
}

}  // namespace slipway::ops
