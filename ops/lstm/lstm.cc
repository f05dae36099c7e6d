#include "ops/lstm/lstm.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Lstm& op, Inputs in) {
  if ((in.size() != 20 && in.size() != 24) || !in.Has(0))
    return BadInput("expected 20 or 24 operands, got ", in.size());  // lstm_c1
  if (!(op.cell_clip >= 0) || !(op.proj_clip >= 0))
    return BadInput("clips are ", op.cell_clip, " and ", op.proj_clip, ", expected at least 0");  // lstm_c6
  const Shape& x = in.shape(0);
  int rank = op.one_step ? 2 : 3;
  if (x.has_rank() && x.rank() != rank) return BadInput("x has shape ", x, ", expected rank ", rank);  // lstm_c2
  SequenceSizes sizes = SizesOfSequence(x, op.time_major);
  if (op.one_step && x.has_rank()) sizes = {x[0], 1, x[1]};
  ASSIGN_OR_RETURN(LstmSizes n, CheckLstm(in, kLstmOperands, sizes, {}, !op.one_step));  // lstm_c1, c3, c4, c5
  ASSIGN_OR_RETURN(Shape y, x.has_rank() ? Result<Shape>(x) : UnknownDims(rank));        // lstm_c8
  y[rank - 1] = n.outputs;
  return TensorTypes{{in.dtype(0), y}};
}

}  // namespace slipway::ops
