#include "ir/wire/tf.h"
#include "ops/reverse_sequence/reverse_sequence.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> ReverseSequence::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  ASSIGN_OR_RETURN(int64_t seq, node.Int("seq_dim", 0));
  ASSIGN_OR_RETURN(int64_t batch, node.Int("batch_dim", 0));
  return in.Add(ReverseSequence{.seq_axis = static_cast<int>(seq), .batch_axis = static_cast<int>(batch)},
                {in.input(0), in.input(1)});
}

Status ToTf(const ReverseSequence& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("ReverseSequence", {out.input(0), out.input(1)},
                            {{"T", out.in(0).dtype},
                             {"Tlen", out.in(1).dtype},
                             {"seq_dim", int64_t{op.seq_axis}},
                             {"batch_dim", int64_t{op.batch_axis}}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
