#include "ops/split_v/split_v.h"

namespace slipway::ops {

Result<std::vector<int64_t>> ResolveSizes(std::vector<int64_t> sizes, int64_t dim) {
  int64_t sum = 0, *open = nullptr;
  for (int64_t& s : sizes) {
    if (s < -1 || (s == -1 && open)) return BadInput("sizes [", StrJoin(sizes, ","), "]");  // split_v_c2
    if (s == -1)
      open = &s;
    else if (__builtin_add_overflow(sum, s, &sum))
      return BadInput("sizes overflow");  // split_v_c2
  }
  if (dim < 0) return sizes;
  if (open ? sum > dim : sum != dim) return BadInput("sizes sum to ", sum, ", the dimension is ", dim);  // split_v_c2
  if (open) *open = dim - sum;
  return sizes;
}

Result<TensorTypes> Infer(const SplitV& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  RETURN_IF_ERROR(CheckIntegers(in, 1, "sizes", 1));  // split_v_c1
  RETURN_IF_ERROR(CheckInteger(in, 2, "axis"));       // split_v_c1
  int64_t n = LengthOf(in, 1);
  if (op.num < 1 || op.num > 1 << 20 || (n >= 0 && n != op.num))
    return BadInput("num is ", op.num, ", sizes has ", n, " elements");  // split_v_c1
  const Shape& x = in.shape(0);
  ASSIGN_OR_RETURN(Shape y, UnknownDims(x.has_rank() ? x.rank() : -1));
  TensorTypes results(static_cast<size_t>(op.num), TensorType(in.dtype(0), y, MovedQuant(in[0])));  // split_v_c3
  auto axis = in.Ints(2), sizes = in.Ints(1);
  if (!axis || !x.has_rank()) return results;
  ASSIGN_OR_RETURN(int at, NormalizeAxis((*axis)[0], x.rank()));  // split_v_c1
  if (sizes) {
    ASSIGN_OR_RETURN(*sizes, ResolveSizes(*sizes, x[at]));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    results[i].shape = x;
    results[i].shape[at] = sizes ? (*sizes)[i] : kUnknownDim;
  }
  return results;
}

}  // namespace slipway::ops
