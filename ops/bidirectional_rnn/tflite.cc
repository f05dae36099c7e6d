#include "ops/tables/tflite.h"
#include "ops/bidirectional_rnn/bidirectional_rnn.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Bool(0, "time_major", op.time_major);
  v.Enum(1, "fused_activation_function", op.activation, Activation::kNone);
  v.Bool(2, "merge_outputs", op.merge_outputs);
  v.Bool(3, "asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
}

Status BidirectionalRnn::FromTflite(const TfliteOperator& in, BidirectionalRnn* op) {
  return ReadOptions(in, OptionsType::BidirectionalSequenceRNNOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const BidirectionalRnn& op, const TfliteTypes& types) {
  int version = types.in(1) == DType::kF32 ? 1 : op.asymmetric_quantize_inputs ? 3 : 2;
  return MakeForm(Builtin::BIDIRECTIONAL_SEQUENCE_RNN, version, OptionsType::BidirectionalSequenceRNNOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
