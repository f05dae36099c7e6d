#include "ops/unsorted_segment/unsorted_segment.h"

#include <algorithm>

namespace slipway::ops {

std::span<const char* const> EnumNames(SegmentFold) {
  static constexpr const char* names[] = {"Sum", "Prod", "Max", "Min"};
  return names;
}

double EmptySegment(SegmentFold fold, DType t) {
  double largest = t == DType::kF64    ? std::numeric_limits<double>::max()
                   : t == DType::kF16  ? 65504.0
                   : t == DType::kBF16 ? 0x1.fep127
                                       : static_cast<double>(std::numeric_limits<float>::max());
  return fold == SegmentFold::kSum    ? 0
         : fold == SegmentFold::kProd ? 1
         : fold == SegmentFold::kMin  ? largest
                                      : -largest;
}

int64_t EmptyIntegerSegment(SegmentFold fold, DType t) {
  if (fold == SegmentFold::kSum || fold == SegmentFold::kProd) return fold == SegmentFold::kProd;
  int64_t value = 0;
  VisitFixedDType(t, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_integral_v<T>)
      value = static_cast<int64_t>(fold == SegmentFold::kMax ? std::numeric_limits<T>::min()
                                                             : std::numeric_limits<T>::max());
  });
  return value;
}

Result<Shape> SegmentsShape(const Shape& x, const Shape& ids, int64_t segments) {
  if (segments < 0) return BadInput("the number of segments is ", segments);  // unsorted_segment_c3
  std::vector<int64_t> dims(x.begin() + ids.rank(), x.end());
  dims.insert(dims.begin(), segments);
  return Shape::FromDims(dims);
}

Result<TensorTypes> Infer(const UnsortedSegment&, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  const Shape &x = in.shape(0), &ids = in.shape(1);
  if (!IsNumber(in.dtype(0))) return BadInput("x is ", in.dtype(0), ", expected numbers");       // unsorted_segment_c1
  if (!IsInteger(in.dtype(1))) return BadInput("ids are ", in.dtype(1), ", expected integers");  // unsorted_segment_c2
  RETURN_IF_ERROR(CheckInteger(in, 2, "the number of segments"));                                // unsorted_segment_c3
  Shape y = Shape::UnknownRank();
  if (x.has_rank() && ids.has_rank()) {
    Shape begins;
    for (int i = 0; i < std::min(x.rank(), ids.rank()); ++i) begins.push_back(x[i]);
    if (!Compatible(begins, ids))
      return BadInput("ids of shape ", ids, " do not divide x of shape ", x);  // unsorted_segment_c2
    auto segments = in.Ints(2);
    ASSIGN_OR_RETURN(y, SegmentsShape(x, ids, segments ? segments->front() : 0));  // unsorted_segment_c3
    if (!segments) y[0] = kUnknownDim;
  }
  return TensorTypes{TensorType(in.dtype(0), y)};  // unsorted_segment_c5
}

}  // namespace slipway::ops
