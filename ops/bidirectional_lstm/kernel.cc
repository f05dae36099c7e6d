#include "interpreter/recurrent/both_ways.h"
#include "interpreter/recurrent/computed_weights.h"
#include "interpreter/recurrent/lstm.h"
#include "ops/bidirectional_lstm/bidirectional_lstm.h"

namespace slipway::ops {

static Result<interpreter::Kernel> PrepareLayer(const BidirectionalLstm& op, interpreter::PrepareContext& c) {
  SequenceSizes n = SizesOfSequence(c.in_shape(0), op.time_major);
  auto spec = [&](const LstmOperands& o) {
    interpreter::LstmSpec s{.operands = PresentOperands(o, [&](int i) { return c.Has(i); }),
                            .activation = op.activation,
                            .cell_clip = op.cell_clip,
                            .proj_clip = op.proj_clip,
                            .time_major = op.time_major,
                            .asymmetric = op.asymmetric_quantize_inputs,
                            .batch = n.batch,
                            .time = n.time,
                            .input = n.depth,
                            .aux = c.Has(o.aux) ? c.in_shape(o.aux)[2] : 0,
                            .cells = c.in_shape(o.input[kOutputGate])[0],
                            .outputs = c.in_shape(o.recurrent[kOutputGate])[1],
                            .result_step = c.out_shape(0).back()};
    return s;
  };
  interpreter::LstmSpec forward = spec(kForwardLstmOperands), backward = spec(kBackwardLstmOperands);
  interpreter::TurnAround(op.merge_outputs, forward.outputs, c, &backward);
  if (c.Has(39) && !c.Has(41)) backward.x = 39;
  return interpreter::PrepareBothWays<interpreter::LstmF32>(forward, backward, c);
}

Result<interpreter::Kernel> Prepare(const BidirectionalLstm& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareRecurrent(
      op, c, [](const BidirectionalLstm& layer, interpreter::PrepareContext& now) { return PrepareLayer(layer, now); });
}

}  // namespace slipway::ops
