#include "ops/tables/litert_limits.h"
#include "ops/top_k/top_k.h"

namespace slipway::ops {

Status TopK::FromTflite(const TfliteOperator& in, TopK* op) {
  if (in.outputs.size() == 2 && in.outputs[1].dtype != DType::kInvalid) op->index_type = in.outputs[1].dtype;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const TopK& op, const TfliteTypes& types) {
  if (types.in(1) != DType::kI16) RETURN_IF_ERROR(NeedsI32(types, {1}));
  if (op.index_type == DType::kI64) return Unsupported("indices of i64, LiteRT gives i32");
  bool words = types.in(0) == DType::kI16 || types.in(1) == DType::kI16 || op.index_type == DType::kI16;
  return MakeForm(Builtin::TOPK_V2, words ? 3 : types.in(0) == DType::kI8 ? 2 : 1);
}

}  // namespace slipway::ops
