#include "ops/concat/concat.h"

namespace slipway::ops {

namespace {

// Puts operand shape x behind y along `axis`; unknown parts of either are filled in from the other.
Status Append(const Shape& x, int axis, int operand, Shape* y) {
  if (x.rank() != y->rank())
    return BadInput("operand ", operand, " has shape ", x, ", operand 0 has ", *y);  // concat_c4
  for (int i = 0; i < x.rank(); ++i) {
    int64_t& d = (*y)[i];
    if (i == axis) {
      if (d < 0 || x[i] < 0)
        d = kUnknownDim;
      else if (__builtin_add_overflow(d, x[i], &d))
        return BadInput("dimension ", axis, " of the result overflows");
    } else if (d < 0) {
      d = x[i];
    } else if (x[i] >= 0 && x[i] != d) {
      return BadInput("operand ", operand, " has shape ", x, ", expected dimension ", i, " to be ", d);  // concat_c4
    }
  }
  return OkStatus();
}

}  // namespace

Result<TensorTypes> Infer(const Concat& op, Inputs in) {
  int n = in.size();
  if (n == 0) return BadInput("expected at least one operand");  // concat_c1
  RETURN_IF_ERROR(in.Count(n));                                  // concat_c1
  DType t = in.dtype(0);
  bool clamps = op.activation != Activation::kTanh && op.activation != Activation::kSignBit;
  bool can = t == DType::kF32 || t == DType::kI8 || t == DType::kU8 || t == DType::kI16;
  if (op.activation != Activation::kNone && !(clamps && can))
    return Unsupported("activation ", EnumNames(op.activation)[static_cast<size_t>(op.activation)], " on ",
                       t);  // concat_c5
  Shape y = Shape::UnknownRank();
  Quantization quant = MovedQuant(in[0]);
  bool complete = true;
  int axis = 0;
  for (int i = 0; i < n; ++i) {
    if (in.dtype(i) != in.dtype(0))
      return BadInput("operand ", i, " is ", in.dtype(i), ", operand 0 is ", in.dtype(0));  // concat_c2
    if (!(in[i].quant == quant)) quant = {};                                                // concat_c6
    const Shape& x = in.shape(i);
    if (!x.has_rank()) {
      complete = false;
      continue;
    }
    ASSIGN_OR_RETURN(axis, NormalizeAxis(op.axis, x.rank()));  // concat_c3
    if (!y.has_rank())
      y = x;
    else
      RETURN_IF_ERROR(Append(x, axis, i, &y));
  }
  if (y.has_rank() && !complete) y[axis] = kUnknownDim;
  if (y.has_rank()) {
    ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  }
  return TensorTypes{{in.dtype(0), y, quant}};
}

}  // namespace slipway::ops
