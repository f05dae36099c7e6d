#include "ops/tables/tflite.h"
#include "ops/svdf/svdf.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "rank", op.rank);
  v.Enum(1, "fused_activation_function", op.activation, Activation::kNone);
  v.Bool(2, "asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
}

Status Svdf::FromTflite(const TfliteOperator& in, Svdf* op) {
  return ReadOptions(in, OptionsType::SVDFOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const Svdf& op, const TfliteTypes& types) {
  int version = types.in(0) == DType::kI8 ? 3 : types.in(1) == DType::kF32 ? 1 : op.asymmetric_quantize_inputs ? 4 : 2;
  return MakeForm(Builtin::SVDF, version, OptionsType::SVDFOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
