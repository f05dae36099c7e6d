#include "ops/tables/tflite.h"
#include "ops/lstm/lstm.h"

namespace slipway::ops {

static void SequenceOptions(auto& v, auto& op) {
  v.Enum(0, "fused_activation_function", op.activation, Activation::kNone);
  v.Float(1, "cell_clip", op.cell_clip);
  v.Float(2, "proj_clip", op.proj_clip);
  v.Bool(3, "time_major", op.time_major);
  v.Bool(4, "asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
  v.Bool(5, "diagonal_recurrent_tensors", op.diagonal_recurrent);
}

static void StepOptions(auto& v, auto& op, auto& kernel) {
  v.Enum(0, "fused_activation_function", op.activation, Activation::kNone);
  v.Float(1, "cell_clip", op.cell_clip);
  v.Float(2, "proj_clip", op.proj_clip);
  v.Int(3, "kernel_type", kernel, 0, tflite::Wire::kI8);
  v.Bool(4, "asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
}

Status Lstm::FromTflite(const TfliteOperator& in, Lstm* op) {
  op->one_step = in.code == Builtin::LSTM;
  if (!op->one_step)
    return ReadOptions(in, OptionsType::UnidirectionalSequenceLSTMOptions, *op,
                       [](auto& v, auto& o) { SequenceOptions(v, o); });
  int kernel = 0;
  RETURN_IF_ERROR(ReadOptions(in, OptionsType::LSTMOptions, *op, [&](auto& v, auto& o) { StepOptions(v, o, kernel); }));
  if (kernel != 0) return Unsupported("the basic kernel");
  return OkStatus();
}

Result<TfliteForm> ToTflite(const Lstm& op, const TfliteTypes& types) {
  bool hybrid = types.in(0) == DType::kF32 && types.in(4) != DType::kF32;
  int version = op.one_step                 ? hybrid                      ? (op.asymmetric_quantize_inputs ? 4 : 3)
                                              : types.in(0) == DType::kI8 ? 2
                                                                          : 1
                : hybrid                    ? (op.asymmetric_quantize_inputs ? 3 : 2)
                : types.in(0) == DType::kI8 ? 2
                                            : 1;
  if (op.diagonal_recurrent && !op.one_step) version = 4;
  if (!op.one_step)
    return MakeForm(Builtin::UNIDIRECTIONAL_SEQUENCE_LSTM, version, OptionsType::UnidirectionalSequenceLSTMOptions, op,
                    [](auto& v, auto& o) { SequenceOptions(v, o); });
  int kernel = 0;
  return MakeForm(Builtin::LSTM, version, OptionsType::LSTMOptions, op,
                  [&](auto& v, auto& o) { StepOptions(v, o, kernel); });
}

}  // namespace slipway::ops
