#include "ops/bidirectional_lstm/bidirectional_lstm.h"

#include "ops/recurrent.h"

namespace slipway::ops {

// bidirectional_lstm_c1, c2: the second input.
static Result<std::optional<int64_t>> CheckSecondInput(Inputs in) {
  int weights[8], n = 0;
  for (const LstmOperands& o : {kForwardLstmOperands, kBackwardLstmOperands})
    for (size_t g = 0; g < 4; ++g) {
      bool optional = g == kInputGate && !in.Has(o.input[g]);
      if (optional && in.Has(o.aux_input[g]))
        return BadInput("operand ", o.aux_input[g], " belongs to an input gate that is not there");
      if (!optional) weights[n++] = o.aux_input[g];
    }
  return CheckAux(in, 39, std::span<const int>(weights, static_cast<size_t>(n)));
}

Result<TensorTypes> Infer(const BidirectionalLstm& op, Inputs in) {
  if (in.size() != 48 || !in.Has(0)) return BadInput("expected 48 operands, got ", in.size());  // bidirectional_lstm_c1
  if (!(op.cell_clip >= 0) || !(op.proj_clip >= 0))
    return BadInput("clips are ", op.cell_clip, " and ", op.proj_clip, ", expected at least 0");  // c5
  const Shape& x = in.shape(0);
  if (x.has_rank() && x.rank() != 3) return BadInput("x has shape ", x, ", expected rank 3");  // bidirectional_lstm_c2
  if (in.dtype(0) != DType::kF32) return Unsupported("x is ", in.dtype(0), ", expected f32");  // bidirectional_lstm_c3
  ASSIGN_OR_RETURN(std::optional<int64_t> aux_depth, CheckSecondInput(in));
  SequenceSizes n = SizesOfSequence(x, op.time_major);
  ASSIGN_OR_RETURN(LstmSizes forward, CheckLstm(in, kForwardLstmOperands, n, aux_depth, false));    // c1, c3, c4
  ASSIGN_OR_RETURN(LstmSizes backward, CheckLstm(in, kBackwardLstmOperands, n, aux_depth, false));  // c1, c3, c4
  if (in.dtype(4) != in.dtype(21))
    return BadInput("the weights are ", in.dtype(4), " forwards and ", in.dtype(21), " backwards");  // c3
  return BidirectionalResults(DType::kF32, x, forward.outputs, backward.outputs, op.merge_outputs);  // c6
}

}  // namespace slipway::ops
