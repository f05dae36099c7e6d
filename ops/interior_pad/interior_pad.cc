#include "ops/interior_pad/interior_pad.h"

#include <algorithm>

namespace slipway::ops {

namespace {

int64_t EntryOf(const std::vector<int64_t>& list, int i) { return list.empty() ? 0 : list[static_cast<size_t>(i)]; }

Status CheckCount(const std::vector<int64_t>& list, int rank, const char* name) {
  if (!list.empty() && static_cast<int>(list.size()) != rank)
    return BadInput(name, " has ", list.size(), " entries, expected ", rank);
  return OkStatus();
}

}  // namespace

Result<PaddedAxis> PadAxis(int64_t n, int64_t low, int64_t high, int64_t interior) {
  if (interior < 0) return BadInput("the interior padding is ", interior, ", which is negative");  // interior_pad_c1
  PaddedAxis axis{.low = low};
  int64_t inner = 0;
  bool fits = !__builtin_add_overflow(interior, 1, &axis.step) &&
              !__builtin_mul_overflow(std::max<int64_t>(n - 1, 0), interior, &inner) &&
              !__builtin_add_overflow(inner, n, &inner) && !__builtin_add_overflow(inner, low, &inner) &&
              !__builtin_add_overflow(inner, high, &inner);
  if (!fits)
    return BadInput("an axis of ", n, " elements padded by ", low, ", ", high, " and ", interior, " overflows");
  axis.size = std::max<int64_t>(inner, 0);
  return axis;
}

Result<TensorTypes> Infer(const InteriorPad& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  if (in.dtype(1) != in.dtype(0)) return BadInput("value is ", in.dtype(1), ", x is ", in.dtype(0));  // interior_pad_c2
  if (in.shape(1).IsStatic() && in.shape(1).Elements() != 1)
    return BadInput("value has shape ", in.shape(1), ", expected one element");  // interior_pad_c2
  Shape y = in.shape(0);
  if (!y.has_rank()) return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};
  RETURN_IF_ERROR(CheckCount(op.low, y.rank(), "low"));            // interior_pad_c1
  RETURN_IF_ERROR(CheckCount(op.high, y.rank(), "high"));          // interior_pad_c1
  RETURN_IF_ERROR(CheckCount(op.interior, y.rank(), "interior"));  // interior_pad_c1
  for (int i = 0; i < y.rank(); ++i) {
    ASSIGN_OR_RETURN(PaddedAxis axis, PadAxis(std::max<int64_t>(y[i], 0), EntryOf(op.low, i), EntryOf(op.high, i),
                                              EntryOf(op.interior, i)));
    if (y[i] >= 0) y[i] = axis.size;
  }
  ASSIGN_OR_RETURN(y, Shape::FromDims(y.dims()));
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // interior_pad_c3
}

}  // namespace slipway::ops
