#include "ops/shuffled_fully_connected/shuffled_fully_connected.h"

#include "ops/convolution.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const ShuffledFullyConnected& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  if (in.dtype(0) != DType::kU8 || in.dtype(1) != DType::kU8 || in.dtype(2) != DType::kI32)
    return Unsupported("no kernel of shuffled weights combines ", in.dtype(0), " with ", in.dtype(1), " weights and ",
                       in.dtype(2), " biases, expected u8, u8 and i32");  // shuffled_fully_connected_c1
  RETURN_IF_ERROR(CheckClampActivation(op.activation));                   // shuffled_fully_connected_c4
  const Shape &x = in.shape(0), &weights = in.shape(1);
  if (weights.has_rank() && weights.rank() != 2)
    return BadInput("the weights have shape ", weights, ", expected [out, in]");  // shuffled_fully_connected_c2
  int64_t out = weights.has_rank() ? weights[0] : -1, depth = weights.has_rank() ? weights[1] : -1;
  if (depth == 0 || (out > 0 && out % 4 != 0) || (depth > 0 && depth % 16 != 0))
    return BadInput("shuffled weights of shape ", weights, " are no blocks of [4, 16]");  // shuffled_fully_connected_c2
  RETURN_IF_ERROR(CheckBias(in, 2, out));                                                 // shuffled_fully_connected_c2
  if (x.has_rank() && x.rank() < 1) return BadInput("x is a scalar");                     // shuffled_fully_connected_c3
  int64_t elements = x.IsStatic() ? x.Elements() : -1;
  bool fits = !op.keep_num_dims || !x.has_rank() || depth < 0 || x.back() < 0 || x.back() == depth;
  if (!fits || (elements >= 0 && depth > 0 && elements != depth && elements != 4 * depth))
    return BadInput("x of shape ", x, " is not 1 or 4 rows of ", depth);  // shuffled_fully_connected_c3
  Shape y{elements >= 0 && depth > 0 ? elements / depth : -1, out};       // shuffled_fully_connected_c5
  if (op.keep_num_dims) y = x;
  if (op.keep_num_dims && x.has_rank()) y[x.rank() - 1] = out;
  return TensorTypes{{DType::kI16, y}, {DType::kU8, x}};
}

}  // namespace slipway::ops
