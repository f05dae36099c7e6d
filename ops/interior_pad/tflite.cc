#include "ops/tables/tflite.h"
#include "ops/interior_pad/interior_pad.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Ints(0, "edge_padding_low", op.low, tflite::Wire::kI64);
  v.Ints(1, "edge_padding_high", op.high, tflite::Wire::kI64);
  v.Ints(2, "interior_padding", op.interior, tflite::Wire::kI64);
}

Status InteriorPad::FromTflite(const TfliteOperator& in, InteriorPad* op) {
  return ReadOptions(in, OptionsType::StablehloPadOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const InteriorPad& op, const TfliteTypes&) {
  return MakeForm(Builtin::STABLEHLO_PAD, 1, OptionsType::StablehloPadOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
