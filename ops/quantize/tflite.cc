#include "ops/tables/tflite.h"
#include "ops/quantize/quantize.h"

namespace slipway::ops {

Status Quantize::FromTflite(const TfliteOperator& in, Quantize* op) {
  if (in.outputs.size() != 1) return BadInput("has ", in.outputs.size(), " results, expected 1");
  op->to = in.outputs[0].dtype;
  op->bits = in.narrow_bits;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const Quantize& op, const TfliteTypes& types) {
  if (op.bits != 0) return Unsupported("Quantize to ", op.bits, " bits of ", op.to);
  bool per_channel = !types.outputs.empty() && types.outputs[0].quant.per_channel();
  bool from_codes = types.in(0) != DType::kF32;
  bool i16 = from_codes && (types.in(0) == DType::kI16 || op.to == DType::kI16);
  return MakeForm(Builtin::QUANTIZE, op.to == DType::kI4 ? 4 : per_channel ? 3 : i16 ? 2 : 1);
}

}  // namespace slipway::ops
