#include "ops/pack/pack.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Pack& op, Inputs in) {
  int n = in.size();
  if (n == 0) return BadInput("expected at least one operand");  // pack_c1
  RETURN_IF_ERROR(in.Count(n));                                  // pack_c1
  Shape x = Shape::UnknownRank();
  Quantization quant = MovedQuant(in[0]);
  for (int i = 0; i < n; ++i) {
    if (in.dtype(i) != in.dtype(0))
      return BadInput("operand ", i, " is ", in.dtype(i), ", operand 0 is ", in.dtype(0));  // pack_c2
    std::optional<Shape> merged = Merge(x, in.shape(i));
    if (!merged) return BadInput("operand ", i, " has shape ", in.shape(i), ", expected ", x);  // pack_c2
    x = *merged;
    if (!(in[i].quant == quant)) quant = {};  // pack_c4
  }
  if (!x.has_rank()) return TensorTypes{{in.dtype(0), x, quant}};
  ASSIGN_OR_RETURN(int axis, NormalizeAxis(op.axis, x.rank() + 1));  // pack_c3
  std::vector<int64_t> y(x.begin(), x.end());
  y.insert(y.begin() + axis, n);
  ASSIGN_OR_RETURN(Shape shape, Shape::FromDims(y));
  return TensorTypes{{in.dtype(0), shape, quant}};
}

}  // namespace slipway::ops
