#include "ops/reshape/reshape.h"
#include "ops/tables/litert_limits.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Ints(0, "new_shape", op.shape); }

Status Reshape::FromTflite(const TfliteOperator& in, Reshape* op) {
  bool has_operand = in.inputs.size() > 1 && in.inputs[1].dtype != DType::kInvalid;
  if (has_operand) return OkStatus();  // new_shape then only repeats it
  RETURN_IF_ERROR(ReadOptions(in, OptionsType::ReshapeOptions, *op, [](auto& v, auto& o) { Options(v, o); }));
  if (op->shape == std::vector<int64_t>{0}) op->shape.clear();  // old files mean a scalar by [0]
  return OkStatus();
}

Result<TfliteForm> ToTflite(const Reshape& op, const TfliteTypes& types) {
  RETURN_IF_ERROR(NeedsI32(types, {1}));
  if (types.in(1) != DType::kInvalid) return MakeForm(Builtin::RESHAPE, 1);
  return MakeForm(Builtin::RESHAPE, 1, OptionsType::ReshapeOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
