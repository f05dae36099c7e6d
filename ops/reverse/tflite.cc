#include "ops/reverse/reverse.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

Status Reverse::FromTflite(const TfliteOperator&, Reverse*) { return OkStatus(); }

Result<TfliteForm> ToTflite(const Reverse&, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1}));
  const Shape& axes = types.inputs[1].shape;
  if (axes.IsStatic() && axes.Elements() == 0) return Unsupported("it names no axes, LiteRT dies of that");
  DType t = VersionType(types, 0);
  int version = t == DType::kI8 ? 3 : t == DType::kBool ? 2 : 1;
  return MakeForm(Builtin::REVERSE_V2, version);
}

}  // namespace slipway::ops
