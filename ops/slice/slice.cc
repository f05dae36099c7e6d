#include "ops/slice/slice.h"

namespace slipway::ops {

namespace {

// Dimension `axis` of y; any of the three may be unknown (kNone).
Result<int64_t> SliceDim(int axis, int64_t x, std::optional<int64_t> begin, std::optional<int64_t> size) {
  if ((begin && *begin < 0) || (begin && x >= 0 && *begin > x))
    return BadInput("begin of axis ", axis, " is ", *begin, ", expected it within [0, ", x, "]");  // slice_c2
  if (size && *size < -1) return BadInput("size of axis ", axis, " is ", *size);                   // slice_c2
  if (!size) return kUnknownDim;
  if (*size == -1) return begin && x >= 0 ? x - *begin : kUnknownDim;
  if (x >= 0 && *size > x - begin.value_or(0))
    return BadInput("size of axis ", axis, " is ", *size, " from ", begin.value_or(0), ", x has ", x);  // slice_c2
  return *size;
}

}  // namespace

Result<TensorTypes> Infer(const Slice&, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  RETURN_IF_ERROR(CheckIntegers(in, 1, "begin", 1));  // slice_c1
  RETURN_IF_ERROR(CheckIntegers(in, 2, "size", 1));   // slice_c1
  const Shape& x = in.shape(0);
  int64_t rank = x.has_rank() ? x.rank() : LengthOf(in, 1) >= 0 ? LengthOf(in, 1) : LengthOf(in, 2);
  for (int i : {1, 2})
    if (LengthOf(in, i) >= 0 && LengthOf(in, i) != rank)
      return BadInput(i == 1 ? "begin" : "size", " has ", LengthOf(in, i), " elements, expected ", rank);  // slice_c1
  ASSIGN_OR_RETURN(Shape y, UnknownDims(rank));
  auto begin = in.Ints(1), size = in.Ints(2);
  auto at = [](const auto& list, int i) {
    return list ? std::optional((*list)[static_cast<size_t>(i)]) : std::nullopt;
  };
  for (int i = 0; y.has_rank() && i < y.rank(); ++i) {
    ASSIGN_OR_RETURN(y[i], SliceDim(i, x.has_rank() ? x[i] : kUnknownDim, at(begin, i), at(size, i)));
  }
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // slice_c3
}

}  // namespace slipway::ops
