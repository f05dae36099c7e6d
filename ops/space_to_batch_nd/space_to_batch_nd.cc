#include "ops/space_to_batch_nd/space_to_batch_nd.h"

#include "ops/attributes.h"

namespace slipway::ops {

Result<int64_t> CheckBlocks(Inputs in, const char *name) {
  RETURN_IF_ERROR(in.Count(3));
  RETURN_IF_ERROR(CheckIntegers(in, 1, "block", 1));  // space_to_batch_nd_c1
  RETURN_IF_ERROR(CheckIntegers(in, 2, name, 2));     // space_to_batch_nd_c2
  int64_t m = LengthOf(in, 1);
  const Shape &x = in.shape(0), &p = in.shape(2);
  if (m == 0 || (x.has_rank() && m >= x.rank()))
    return BadInput("block has ", m, " elements, x has shape ", x);  // space_to_batch_nd_c1
  if (p.has_rank() && ((p[1] >= 0 && p[1] != 2) || (p[0] >= 0 && m >= 0 && p[0] != m)))
    return BadInput(name, " have shape ", p, ", expected [", m, ",2]");  // space_to_batch_nd_c2
  if (auto block = in.Ints(1))
    for (int64_t b : *block) RETURN_IF_ERROR(CheckPositive(b, "block"));  // space_to_batch_nd_c1
  if (auto pads = in.Ints(2))
    for (int64_t v : *pads)
      if (v < 0) return BadInput(name, " hold ", v);  // space_to_batch_nd_c2
  return m;
}

Result<TensorTypes> Infer(const SpaceToBatchNd &, Inputs in) {
  ASSIGN_OR_RETURN(int64_t m, CheckBlocks(in, "paddings"));
  TensorType y(in.dtype(0), in.shape(0), MovedQuant(in[0]));  // space_to_batch_nd_c4
  if (!y.shape.has_rank()) return TensorTypes{y};
  auto block = in.Ints(1), pads = in.Ints(2);
  if (m < 0 || !block || !pads) {
    y.shape[0] = kUnknownDim;
    for (int i = 1; i < y.shape.rank() && (m < 0 || i <= m); ++i) y.shape[i] = kUnknownDim;
    return TensorTypes{y};
  }
  for (int i = 1; i <= m; ++i) {
    size_t k = static_cast<size_t>(i - 1);
    int64_t &d = y.shape[i], b = (*block)[k];
    if (y.shape[0] >= 0 && __builtin_mul_overflow(y.shape[0], b, &y.shape[0])) return BadInput("the batch overflows");
    if (d < 0) continue;
    if (__builtin_add_overflow(d, (*pads)[2 * k], &d) || __builtin_add_overflow(d, (*pads)[2 * k + 1], &d))
      return BadInput("padded dimension ", i, " overflows");
    if (d % b != 0)
      return BadInput("padded dimension ", i, " is ", d, ", which block ", b,
                      " does not divide");  // space_to_batch_nd_c3
    d /= b;
  }
  ASSIGN_OR_RETURN(y.shape, Shape::FromDims(y.shape.dims()));
  return TensorTypes{y};
}

}  // namespace slipway::ops
