#include "ops/tables/litert_limits.h"
#include "ops/transpose/transpose.h"

namespace slipway::ops {

Status Transpose::FromTflite(const TfliteOperator&, Transpose*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Transpose&, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1}));
  if (types.inputs[0].shape.IsScalar()) return Unsupported("x is a scalar, LiteRT loses its element");
  int rank = types.inputs[0].shape.has_rank() ? types.inputs[0].shape.rank() : 0;
  DType t = VersionType(types, 0);
  int version = rank > 5 ? 6 : t == DType::kI16 ? 5 : rank > 4 ? 4 : t == DType::kBool ? 3 : t == DType::kI8 ? 2 : 1;
  return MakeForm(Builtin::TRANSPOSE, version);
}

}  // namespace slipway::ops
