#include "ops/tables/tflite.h"
#include "ops/fake_quant/fake_quant.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Float(0, "min", op.min);
  v.Float(1, "max", op.max);
  v.Int(2, "num_bits", op.num_bits);
  v.Bool(3, "narrow_range", op.narrow_range);
}

Status FakeQuant::FromTflite(const TfliteOperator& in, FakeQuant* op) {
  return ReadOptions(in, OptionsType::FakeQuantOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const FakeQuant& op, const TfliteTypes& types) {
  // The converter makes attributes of constants (fold_fake_quant_range).
  if (types.in(1) != DType::kInvalid)
    return Unsupported("min and max are computed; a .tflite file holds them as two numbers");
  return MakeForm(Builtin::FAKE_QUANT, op.narrow_range ? 2 : 1, OptionsType::FakeQuantOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
