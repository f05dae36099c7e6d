#include "ops/embedding_lookup/embedding_lookup.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

Status EmbeddingLookup::FromTflite(const TfliteOperator& in, EmbeddingLookup* op) {
  DType params = in.inputs.size() > 1 ? in.inputs[1].dtype : DType::kInvalid;
  DType y = in.outputs.empty() ? DType::kInvalid : in.outputs[0].dtype;
  if (y == params) return OkStatus();
  if (y == DType::kF32) op->result = LookupResult::kF32;
  if (y == DType::kF16) op->result = LookupResult::kF16;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const EmbeddingLookup& op, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {0}));
  const TensorType& params = types.inputs[1];
  bool real = op.result != LookupResult::kParams;
  if (real && IsFloat(params.dtype)) return Unsupported("params are numbers already");
  for (int64_t zero : params.quant.zero_point)
    if (real && zero != 0) return Unsupported("a zero point of ", zero, ", LiteRT wants 0");
  if (real && params.dtype == DType::kU8) return Unsupported("numbers of u8 params, LiteRT reads those as i8");
  const Shape& table = params.shape;
  bool odd = params.dtype == DType::kI4 && table.IsStatic() && table.Elements(1, table.rank()) % 2 != 0;
  if (odd) return Unsupported("rows of an odd number of i4, LiteRT takes each to begin at a byte");
  int version = params.dtype == DType::kI4 || params.quant.per_channel() ? 4
                : params.dtype == DType::kI8                             ? 3
                : params.dtype == DType::kU8                             ? 2
                                                                         : 1;
  return MakeForm(Builtin::EMBEDDING_LOOKUP, version);
}

}  // namespace slipway::ops
