#include "ops/bidirectional_rnn/bidirectional_rnn.h"

#include "interpreter/recurrent/both_ways.h"
#include "interpreter/recurrent/computed_weights.h"
#include "interpreter/recurrent/rnn.h"

namespace slipway::ops {

static Result<interpreter::Kernel> PrepareLayer(const BidirectionalRnn& op, interpreter::PrepareContext& c) {
  auto has = [&](int i) { return c.Has(i); };
  SequenceSizes n = SizesOfSequence(c.in_shape(0), op.time_major);
  auto spec = [&](const RnnOperands& all) {
    RnnOperands o = PresentOperands(all, has);
    interpreter::RnnSpec s{.weights = o.weights,
                           .recurrent = o.recurrent,
                           .bias = o.bias,
                           .state = o.state,
                           .aux = o.aux,
                           .aux_weights = o.aux_weights};
    s.activation = op.activation;
    s.time_major = op.time_major;
    s.asymmetric = op.asymmetric_quantize_inputs;
    s.batch = n.batch;
    s.time = n.time;
    s.input = n.depth;
    s.aux_depth = o.aux == kNoOperand ? 0 : c.in_shape(o.aux)[2];
    s.units = c.in_shape(o.weights)[0];
    s.result_step = c.out_shape(0).back();
    return s;
  };
  interpreter::RnnSpec forward = spec(kForwardRnnOperands), backward = spec(kBackwardRnnOperands);
  interpreter::TurnAround(op.merge_outputs, forward.units, c, &backward);
  if (c.Has(9) && !c.Has(10)) backward.x = 9;
  return interpreter::PrepareBothWays<interpreter::Rnn>(forward, backward, c);
}

Result<interpreter::Kernel> Prepare(const BidirectionalRnn& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareRecurrent(
      op, c, [](const BidirectionalRnn& layer, interpreter::PrepareContext& now) { return PrepareLayer(layer, now); });
}

}  // namespace slipway::ops
