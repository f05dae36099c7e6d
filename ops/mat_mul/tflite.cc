#include "ops/tables/tflite.h"
#include "ops/mat_mul/mat_mul.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Bool(0, "adj_x", op.transpose_a);
  v.Bool(1, "adj_y", op.transpose_b);
  v.Bool(2, "asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
}

Status MatMul::FromTflite(const TfliteOperator& in, MatMul* op) {
  if (!in.inputs.empty() && !in.outputs.empty() && in.outputs[0].dtype != in.inputs[0].dtype)
    op->result = in.outputs[0].dtype;
  return ReadOptions(in, OptionsType::BatchMatMulOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

// v1 float, v2 int8 and int16, v4 hybrid.
Result<TfliteForm> ToTflite(const MatMul& op, const TfliteTypes& types) {
  bool hybrid = types.in(0) == DType::kF32 && types.in(1) == DType::kI8;
  int version = hybrid ? 4 : types.in(0) == DType::kI8 || types.in(0) == DType::kI16 ? 2 : 1;
  return MakeForm(Builtin::BATCH_MATMUL, version, OptionsType::BatchMatMulOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
