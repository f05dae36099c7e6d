#include "ops/tables/tflite.h"
#include "ops/reverse_sequence/reverse_sequence.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "seq_dim", op.seq_axis);
  v.Int(1, "batch_dim", op.batch_axis);
}

Status ReverseSequence::FromTflite(const TfliteOperator& in, ReverseSequence* op) {
  return ReadOptions(in, OptionsType::ReverseSequenceOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const ReverseSequence& op, const TfliteTypes&) {
  return MakeForm(Builtin::REVERSE_SEQUENCE, 1, OptionsType::ReverseSequenceOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
