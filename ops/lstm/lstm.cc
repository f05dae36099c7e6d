#include "ops/lstm/lstm.h"

namespace slipway::ops {

static Status CheckByteSums(const Lstm& op, Inputs in) {
  const LstmOperands& o = kLstmOperands;
  if (!op.one_step) return BadInput("a layer over a sequence needs 5 intermediate tensors, there are 12");
  if (!in.Has(o.norm[kForgetGate]) || !in.Has(o.projection) || !in.Has(o.projection_bias))
    return BadInput("12 intermediate tensors need normalization weights and a projection with a bias");
  if (const Quantization& q = in[o.cell_state].quant; q.empty() || q.scale[0] != 0x1p-15f)
    return BadInput("12 intermediate tensors need a cell state with the scale 2^-15");
  return OkStatus();
}

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
  if (in.dtype(0) == DType::kI8 && op.intermediate_scales.size() == 12)
    RETURN_IF_ERROR(CheckByteSums(op, in));                                        // lstm_c7
  ASSIGN_OR_RETURN(Shape y, x.has_rank() ? Result<Shape>(x) : UnknownDims(rank));  // lstm_c8
  y[rank - 1] = n.outputs;
  if (!op.returns_cell) return TensorTypes{{in.dtype(0), y}};
  if (in.dtype(0) != DType::kF32) return BadInput("the last cell state is a result in f32 alone");  // lstm_c9
  return TensorTypes{{in.dtype(0), y}, in[kLstmOperands.cell_state]};
}

}  // namespace slipway::ops
