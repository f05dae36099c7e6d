#include "ops/tables/tflite.h"
#include "ops/softmax/softmax.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Float(0, "beta", op.beta); }

Status Softmax::FromTflite(const TfliteOperator& in, Softmax* op) {
  if (!in.inputs.empty() && !in.outputs.empty())
    op->i16_result = in.inputs[0].dtype == DType::kI8 && in.outputs[0].dtype == DType::kI16;
  return ReadOptions(in, OptionsType::SoftmaxOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const Softmax& op, const TfliteTypes& types) {
  int version = IsFloat(types.in(0)) || types.in(0) == DType::kU8 ? 1 : 2;
  return MakeForm(Builtin::SOFTMAX, version, OptionsType::SoftmaxOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
