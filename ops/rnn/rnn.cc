#include "ops/rnn/rnn.h"

#include "ops/recurrent.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Rnn& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(5));  // rnn_c1
  const Shape& x = in.shape(0);
  int rank = op.one_step ? 2 : 3;
  if (x.has_rank() && x.rank() != rank) return BadInput("x has shape ", x, ", expected rank ", rank);  // rnn_c2
  SequenceSizes sizes = SizesOfSequence(x, op.time_major);
  if (op.one_step && x.has_rank()) sizes = {x[0], 1, x[1]};
  ASSIGN_OR_RETURN(int64_t units, CheckRnn(in, kRnnOperands, sizes, {}));          // rnn_c3, c4
  ASSIGN_OR_RETURN(Shape y, x.has_rank() ? Result<Shape>(x) : UnknownDims(rank));  // rnn_c5
  y[rank - 1] = units;
  return TensorTypes{{DType::kF32, y}};
}

}  // namespace slipway::ops
