#include "ops/reverse_sequence/reverse_sequence.h"

#include <algorithm>

namespace slipway::ops {

SequenceBlocks::SequenceBlocks(const ReverseSequence& op, const Shape& x) {
  int a = std::min(op.seq_axis, op.batch_axis), b = std::max(op.seq_axis, op.batch_axis);
  outer = x.Elements(0, a);
  first = x[a];
  middle = x.Elements(a + 1, b);
  last = x[b];
  sequence_first = op.seq_axis < op.batch_axis;
}

Result<TensorTypes> Infer(const ReverseSequence& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  RETURN_IF_ERROR(CheckIntegers(in, 1, "lengths", 1));  // reverse_sequence_c1
  const Shape& x = in.shape(0);
  if (x.has_rank()) {
    for (int axis : {op.seq_axis, op.batch_axis})
      if (axis < 0 || axis >= x.rank())
        return BadInput("axis ", axis, " is outside of rank ", x.rank());  // reverse_sequence_c2
    int64_t n = LengthOf(in, 1), batch = x[op.batch_axis];
    if (n >= 0 && batch >= 0 && n != batch)
      return BadInput("there are ", n, " lengths for ", batch, " sequences");  // reverse_sequence_c1
  }
  if (op.seq_axis == op.batch_axis)
    return BadInput("axis ", op.seq_axis, " is that of the sequences and of the batch");  // reverse_sequence_c2
  return TensorTypes{TensorType(in.dtype(0), x, MovedQuant(in[0]))};                      // reverse_sequence_c4
}

}  // namespace slipway::ops
