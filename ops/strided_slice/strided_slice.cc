#include "ops/strided_slice/strided_slice.h"

#include <algorithm>

namespace slipway::ops {

namespace {

struct Item {
  std::optional<int64_t> begin, end, stride;
  bool begin_masked = false, end_masked = false, shrink = false;
};

bool Bit(int mask, int i) { return (static_cast<uint32_t>(mask) >> i & 1u) != 0; }

// One axis of x: its range, written to *begin and *size (kUnknownDim if not known).
Status ResolveAxis(const Item& item, bool offset, int axis, int64_t dim, int64_t* begin, int64_t* size) {
  *size = item.shrink ? 1 : kUnknownDim;
  if (item.stride == 0) return BadInput("the stride of axis ", axis, " is 0");  // strided_slice_c4
  if (item.shrink && item.stride.value_or(1) < 0)
    return BadInput("axis ", axis, " is indexed with stride ", *item.stride, ", expected 1");  // strided_slice_c4
  if (dim < 0 || !item.stride || (!item.begin && !item.begin_masked)) return OkStatus();
  int64_t step = *item.stride, low = step > 0 ? 0 : -1, high = step > 0 ? dim : dim - 1;
  auto wrap = [&](int64_t k) { return k < 0 ? dim + k : k; };
  if (item.shrink) {
    if (!item.begin) return OkStatus();
    *begin = wrap(*item.begin);
    if (*begin < 0 || *begin >= dim)
      return BadInput("index ", *item.begin, " of axis ", axis, " is outside of dimension ", dim);  // strided_slice_c5
    return OkStatus();
  }
  auto clamp = [&](int64_t k) { return k < low ? low : k > high ? high : k; };
  *begin = item.begin_masked ? (step > 0 ? low : high) : clamp(wrap(*item.begin));
  int64_t end = step > 0 ? high : low;
  if (!item.end_masked) {
    if (!item.end) return OkStatus();
    end = offset ? *begin + std::clamp<int64_t>(*item.end, -dim - 1, dim + 1) : wrap(*item.end);
    end = clamp(end);
  }
  int64_t span = end - *begin;
  *size = span == 0 || (span < 0) != (step < 0) ? 0 : span / step + (span % step != 0);
  return OkStatus();
}

}  // namespace

Result<StridedBox> ResolveStridedSlice(const StridedSlice& op, const Shape& x, int items, const KnownInts& begin,
                                       const KnownInts& end, const KnownInts& strides) {
  if (items > 32) return Unsupported("a subscript of ", items, " items");  // strided_slice_c1
  int named = 0, ellipses = 0;
  for (int i = 0; i < items; ++i) {
    bool ellipsis = Bit(op.ellipsis_mask, i);
    ellipses += ellipsis;
    named += !ellipsis && !Bit(op.new_axis_mask, i);
  }
  if (ellipses > 1) return BadInput("more than one ellipsis");  // strided_slice_c2
  if (named > x.rank())
    return BadInput("the subscript names ", named, " axes, x has rank ", x.rank());  // strided_slice_c3
  auto at = [](const KnownInts& list, int i) {
    return list ? std::optional((*list)[static_cast<size_t>(i)]) : std::nullopt;
  };
  StridedBox box;
  std::vector<int64_t> y;
  int axis = 0;
  auto take = [&](const Item& item) -> Status {
    box.stride[axis] = item.stride.value_or(1);
    RETURN_IF_ERROR(ResolveAxis(item, op.offset, axis, x[axis], &box.begin[axis], &box.size[axis]));
    if (!item.shrink) y.push_back(box.size[axis]);
    ++axis;
    return OkStatus();
  };
  const Item whole{.begin = 0, .end = 0, .stride = 1, .begin_masked = true, .end_masked = true};
  for (int i = 0; i < items; ++i) {
    if (Bit(op.ellipsis_mask, i)) {
      for (int k = named; k < x.rank(); ++k) RETURN_IF_ERROR(take(whole));
    } else if (Bit(op.new_axis_mask, i)) {
      y.push_back(1);
    } else {
      RETURN_IF_ERROR(take({at(begin, i), at(end, i), at(strides, i), Bit(op.begin_mask, i), Bit(op.end_mask, i),
                            Bit(op.shrink_axis_mask, i)}));
    }
  }
  while (axis < x.rank()) RETURN_IF_ERROR(take(whole));
  ASSIGN_OR_RETURN(box.shape, Shape::FromDims(y));
  return box;
}

Result<TensorTypes> Infer(const StridedSlice& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(4));
  int64_t items = kUnknownDim;
  const char* const names[] = {"x", "begin", "end", "strides"};
  for (int i = 1; i < 4; ++i) {
    RETURN_IF_ERROR(CheckIntegers(in, i, names[i], 1));  // strided_slice_c1
    int64_t n = LengthOf(in, i);
    if (items >= 0 && n >= 0 && n != items)
      return BadInput(names[i], " has ", n, " elements, expected ", items);  // strided_slice_c1
    if (n >= 0) items = n;
  }
  if (items > 32) return Unsupported("a subscript of ", items, " items");  // strided_slice_c1
  Shape y = Shape::UnknownRank();
  if (in.shape(0).has_rank() && items >= 0) {
    ASSIGN_OR_RETURN(StridedBox box,
                     ResolveStridedSlice(op, in.shape(0), static_cast<int>(items), in.Ints(1), in.Ints(2), in.Ints(3)));
    y = box.shape;
  }
  return TensorTypes{{in.dtype(0), y, MovedQuant(in[0])}};  // strided_slice_c6
}

}  // namespace slipway::ops
