#pragma once

#include "base/wrapping.h"
#include "ops/reference.h"
#include "ops/unsorted_segment/unsorted_segment.h"

namespace slipway::ops {

// One element into its segment; integers are folded as what their dtype says of the sign.
template <class T>
void FoldElement(SegmentFold fold, DType dtype, const T& v, T& folded) {
  if constexpr (kIsReal<T>) {
    folded = Folded(fold, folded, v);
  } else if (dtype == DType::kU64) {
    auto number = [](T x) { return Wrapping<uint64_t>(static_cast<uint64_t>(x)); };
    folded = static_cast<T>(Folded(fold, number(folded), number(v)).v);
  } else {
    folded = Folded(fold, Wrapping<T>(folded), Wrapping<T>(v)).v;
  }
}

template <class T>
void Reference(const UnsortedSegment& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0);
  const std::vector<int64_t>& ids = a.Ints(1);
  DType dtype = a.in_dtype(0);
  int64_t segments = a.Ints(2)[0];
  Result<Shape> shape = SegmentsShape(x.shape, a.in_shape(1), segments);
  if (!shape.ok()) return a.Fail(shape.status().message());  // unsorted_segment_c3
  if (!a.Resize(0, *shape)) return;
  RefView<T> y = a.Out(0);
  for (T& v : y.v) {
    if constexpr (kIsReal<T>)
      v = T(EmptySegment(op.fold, dtype));
    else
      v = EmptyIntegerSegment(op.fold, dtype);
  }
  int64_t part = shape->Elements(1, shape->rank());
  for (int64_t i = 0; i < static_cast<int64_t>(ids.size()); ++i) {
    int64_t id = ids[static_cast<size_t>(i)];
    if (id >= segments)
      return a.Fail(StrCat("ids[", i, "] = ", id, " is not below ", segments));  // unsorted_segment_c4
    for (int64_t k = 0; id >= 0 && k < part; ++k) FoldElement(op.fold, dtype, x[i * part + k], y[id * part + k]);
  }
}

}  // namespace slipway::ops
