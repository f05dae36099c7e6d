#include "ops/tables/tflite.h"
#include "ops/rnn/rnn.h"

namespace slipway::ops {

static void SequenceOptions(auto& v, auto& op) {
  v.Bool(0, "time_major", op.time_major);
  v.Enum(1, "fused_activation_function", op.activation, Activation::kNone);
  v.Bool(2, "asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
}

static void StepOptions(auto& v, auto& op) {
  v.Enum(0, "fused_activation_function", op.activation, Activation::kNone);
  v.Bool(1, "asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
}

Status Rnn::FromTflite(const TfliteOperator& in, Rnn* op) {
  op->one_step = in.code == Builtin::RNN;
  if (op->one_step) return ReadOptions(in, OptionsType::RNNOptions, *op, [](auto& v, auto& o) { StepOptions(v, o); });
  return ReadOptions(in, OptionsType::SequenceRNNOptions, *op, [](auto& v, auto& o) { SequenceOptions(v, o); });
}

Result<TfliteForm> ToTflite(const Rnn& op, const TfliteTypes& types) {
  int version = types.in(1) == DType::kF32 ? 1 : op.asymmetric_quantize_inputs ? 3 : 2;
  if (op.one_step)
    return MakeForm(Builtin::RNN, version, OptionsType::RNNOptions, op, [](auto& v, auto& o) { StepOptions(v, o); });
  return MakeForm(Builtin::UNIDIRECTIONAL_SEQUENCE_RNN, version, OptionsType::SequenceRNNOptions, op,
                  [](auto& v, auto& o) { SequenceOptions(v, o); });
}

}  // namespace slipway::ops
