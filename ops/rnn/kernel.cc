#include "ops/rnn/rnn.h"

#include "interpreter/recurrent/computed_weights.h"
#include "interpreter/recurrent/rnn.h"

namespace slipway::ops {

using interpreter::EvalContext;

static Result<interpreter::Kernel> PrepareLayer(const Rnn& op, interpreter::PrepareContext& c) {
  const Shape& x = c.in_shape(0);
  SequenceSizes n = op.one_step ? SequenceSizes{x[0], 1, x[1]} : SizesOfSequence(x, op.time_major);
  int64_t units = c.in_shape(1)[0];
  interpreter::RnnSpec spec{.activation = op.activation,
                            .time_major = op.time_major || op.one_step,
                            .asymmetric = op.asymmetric_quantize_inputs,
                            .batch = n.batch,
                            .time = n.time,
                            .input = n.depth,
                            .units = units,
                            .result_step = units};
  ASSIGN_OR_RETURN(interpreter::Rnn layer, interpreter::Rnn::Make(spec, c));
  size_t scratch = layer.scratch_bytes();
  std::string path = layer.hybrid() ? "hybrid" : "";
  interpreter::Kernel k = interpreter::MakeKernel(std::move(layer), [](const interpreter::Rnn& r, EvalContext& e) {
    r.Run(e, e.scratch(), &e.pool());
    return interpreter::Code::kOk;
  });
  k.scratch_bytes = scratch;
  k.path = std::move(path);
  return k;
}

Result<interpreter::Kernel> Prepare(const Rnn& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareRecurrent(
      op, c, [](const Rnn& layer, interpreter::PrepareContext& now) { return PrepareLayer(layer, now); });
}

}  // namespace slipway::ops
