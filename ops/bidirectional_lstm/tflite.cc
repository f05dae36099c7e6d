#include "ops/tables/tflite.h"
#include "ops/bidirectional_lstm/bidirectional_lstm.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Enum(0, "fused_activation_function", op.activation, Activation::kNone);
  v.Float(1, "cell_clip", op.cell_clip);
  v.Float(2, "proj_clip", op.proj_clip);
  v.Bool(3, "merge_outputs", op.merge_outputs);
  v.Bool(4, "time_major", op.time_major, true);
  v.Bool(5, "asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
}

// Files of version 1 come from before time_major, when all were.
Status BidirectionalLstm::FromTflite(const TfliteOperator& in, BidirectionalLstm* op) {
  return ReadOptions(in, OptionsType::BidirectionalSequenceLSTMOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const BidirectionalLstm& op, const TfliteTypes& types) {
  int version = op.asymmetric_quantize_inputs ? 3 : types.in(4) != DType::kF32 || !op.time_major ? 2 : 1;
  return MakeForm(Builtin::BIDIRECTIONAL_SEQUENCE_LSTM, version, OptionsType::BidirectionalSequenceLSTMOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
