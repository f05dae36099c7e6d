#include "ops/batch_to_space_nd/batch_to_space_nd.h"

#include "ops/space_to_batch_nd/space_to_batch_nd.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const BatchToSpaceNd &, Inputs in) {
  ASSIGN_OR_RETURN(int64_t m, CheckBlocks(in, "crops"));      // batch_to_space_nd_c1, batch_to_space_nd_c2
  TensorType y(in.dtype(0), in.shape(0), MovedQuant(in[0]));  // batch_to_space_nd_c4
  if (!y.shape.has_rank()) return TensorTypes{y};
  auto block = in.Ints(1), crops = in.Ints(2);
  if (m < 0 || !block || !crops) {
    y.shape[0] = kUnknownDim;
    for (int i = 1; i < y.shape.rank() && (m < 0 || i <= m); ++i) y.shape[i] = kUnknownDim;
    return TensorTypes{y};
  }
  for (int i = 1; i <= m; ++i) {
    size_t k = static_cast<size_t>(i - 1);
    int64_t &d = y.shape[i], b = (*block)[k], before = (*crops)[2 * k], after = (*crops)[2 * k + 1];
    if (y.shape[0] >= 0 && y.shape[0] % b != 0)
      return BadInput("the batch of x is ", in.shape(0)[0], ", which blocks [", StrJoin(*block, ","),
                      "] do not divide");  // batch_to_space_nd_c3
    if (y.shape[0] >= 0) y.shape[0] /= b;
    if (d < 0) continue;
    if (__builtin_mul_overflow(d, b, &d)) return BadInput("dimension ", i, " overflows");
    if (before > d || after > d - before)
      return BadInput("crops ", before, " and ", after, " of axis ", i, " take more than ", d);  // batch_to_space_nd_c3
    d -= before + after;
  }
  ASSIGN_OR_RETURN(y.shape, Shape::FromDims(y.shape.dims()));
  return TensorTypes{y};
}

}  // namespace slipway::ops
