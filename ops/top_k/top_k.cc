#include "ops/top_k/top_k.h"

namespace slipway::ops {

Result<Shape> TopKShape(const Shape& x, int64_t k) {
  if (k < 0) return BadInput("k is ", k);                                                                 // top_k_c2
  if (x.back() >= 0 && k > x.back()) return BadInput("k is ", k, ", rows have ", x.back(), " elements");  // top_k_c2
  Shape y = x;
  y[y.rank() - 1] = k;
  return y;
}

Result<TensorTypes> Infer(const TopK& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape& x = in.shape(0);
  if (!IsNumber(in.dtype(0))) return BadInput("x is ", in.dtype(0), ", expected numbers");          // top_k_c1
  if (x.has_rank() && x.rank() == 0) return BadInput("x is a scalar, expected at least one axis");  // top_k_c1
  RETURN_IF_ERROR(CheckInteger(in, 1, "k"));                                                        // top_k_c2
  DType t = op.index_type;
  if (t != DType::kI16 && t != DType::kI32 && t != DType::kI64)
    return BadInput("index_type is ", t, ", expected i16, i32 or i64");  // top_k_c3
  Shape y = x;
  if (x.has_rank()) {
    y[y.rank() - 1] = kUnknownDim;
    if (auto k = in.Ints(1)) {
      ASSIGN_OR_RETURN(y, TopKShape(x, k->front()));
    }
  }
  return TensorTypes{TensorType(in.dtype(0), y, MovedQuant(in[0])), TensorType(t, y)};  // top_k_c4
}

}  // namespace slipway::ops
