#include "ops/bidirectional_rnn/bidirectional_rnn.h"

#include "ops/recurrent.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const BidirectionalRnn& op, Inputs in) {
  if (in.size() != 12 || !in.Has(0)) return BadInput("expected 12 operands, got ", in.size());  // bidirectional_rnn_c1
  const Shape& x = in.shape(0);
  if (x.has_rank() && x.rank() != 3) return BadInput("x has shape ", x, ", expected rank 3");  // bidirectional_rnn_c2
  int aux_weights[] = {10, 11};
  ASSIGN_OR_RETURN(std::optional<int64_t> aux_depth, CheckAux(in, 9, aux_weights));  // bidirectional_rnn_c1, c2
  SequenceSizes n = SizesOfSequence(x, op.time_major);
  ASSIGN_OR_RETURN(int64_t forward, CheckRnn(in, kForwardRnnOperands, n, aux_depth));    // bidirectional_rnn_c3, c4
  ASSIGN_OR_RETURN(int64_t backward, CheckRnn(in, kBackwardRnnOperands, n, aux_depth));  // bidirectional_rnn_c3, c4
  if (in.dtype(1) != in.dtype(5))
    return BadInput("the weights are ", in.dtype(1), " forwards and ", in.dtype(5), " backwards");
  return BidirectionalResults(DType::kF32, x, forward, backward, op.merge_outputs);  // bidirectional_rnn_c5
}

}  // namespace slipway::ops
