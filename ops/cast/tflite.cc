#include "ops/tables/tflite.h"
#include "ops/cast/cast.h"

namespace slipway::ops {

// The result's type says all; the options repeat it.
Status Cast::FromTflite(const TfliteOperator& in, Cast* op) {
  if (in.outputs.size() != 1) return BadInput("CAST has ", in.outputs.size(), " results");
  op->to = in.outputs[0].dtype;
  op->bits = in.narrow_bits;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const Cast& op, const TfliteTypes& types) {
  if (op.bits != 0) return Unsupported("Cast to ", op.bits, " bits of ", op.to);
  DType from = types.in(0);
  auto any = [&](auto... types) { return ((from == types || op.to == types) || ...); };
  int version = any(DType::kI4) ? 6 : any(DType::kF16, DType::kBF16) ? 5 : 1;
  return MakeForm(Builtin::CAST, version, OptionsType::CastOptions, op, [&](auto& v, auto& o) {
    v.Type(0, "in_data_type", from, DType::kF32);
    v.Type(1, "out_data_type", o.to, DType::kF32);
  });
}

}  // namespace slipway::ops
