#include "ops/fully_connected/fully_connected.h"

#include "ops/convolution.h"

namespace slipway::ops {

int64_t RowsOf(const Shape& x, int64_t depth) { return depth > 0 ? x.Elements() / depth : x.Elements(0, x.rank() - 1); }

Result<TensorTypes> Infer(const FullyConnected& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2, 3));
  const Shape &x = in.shape(0), &weights = in.shape(1);
  if (weights.has_rank() && weights.rank() != 2)
    return BadInput("the weights have shape ", weights, ", expected [out, in]");                   // fully_connected_c1
  if (x.has_rank() && x.rank() < 1) return BadInput("x is a scalar, expected at least one axis");  // fully_connected_c1
  RETURN_IF_ERROR(CheckWeightedTypes(in, 0, 1, 2));                                                // fully_connected_c2
  if (!IsFloat(in.dtype(0)) || IsFloat(in.dtype(1)))
    RETURN_IF_ERROR(CheckClampActivation(op.activation));  // fully_connected_c5
  int64_t depth = weights.has_rank() ? weights[1] : -1, out = weights.has_rank() ? weights[0] : -1;
  RETURN_IF_ERROR(CheckBias(in, 2, out));  // fully_connected_c4
  DType result = in.dtype(0);
  if (op.wide_result && result != DType::kU8 && !IsFloat(result))
    return BadInput("a wide result is one of u8, but x is ", result);  // fully_connected_c7
  if (op.wide_result && result == DType::kU8) result = DType::kI16;
  bool fits = true;
  if (op.keep_num_dims) {
    fits = !x.has_rank() || depth < 0 || x.back() < 0 || x.back() == depth;
  } else if (x.IsStatic() && depth >= 0) {
    fits = depth == 0 ? x.Elements() == 0 : x.Elements() % depth == 0;
  }
  if (!fits) return BadInput("x of shape ", x, " has no rows of ", depth, " elements");  // fully_connected_c3
  Shape y = Shape::UnknownRank();                                                        // fully_connected_c6
  if (op.keep_num_dims) {
    if (x.has_rank()) {
      y = x;
      y[x.rank() - 1] = out;
    }
  } else {
    bool matrix = x.has_rank() && x.rank() == 2 && x[1] >= 0 && x[1] == depth;
    y = Shape{matrix ? x[0] : x.IsStatic() && depth >= 0 ? RowsOf(x, depth) : -1, out};
  }
  if (y.has_rank()) {
    ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  }
  return TensorTypes{{result, y}};
}

}  // namespace slipway::ops
