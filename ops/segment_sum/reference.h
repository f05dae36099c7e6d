#pragma once

#include "ops/reference.h"
#include "ops/segment_sum/segment_sum.h"

namespace slipway::ops {

template <class T>
void Reference(const SegmentSum&, RefArgs<T>& a) {
  RefView<T> x = a.In(0);
  const std::vector<int64_t>& ids = a.Ints(1);
  Result<int64_t> segments = CountSegments(ids, static_cast<int64_t>(ids.size()));
  if (!segments.ok()) return a.Fail(segments.status().message());  // segment_sum_c3
  Shape shape = x.shape;
  shape[0] = *segments;
  if (!a.Resize(0, shape)) return;
  RefView<T> y = a.Out(0);
  int64_t row = x.shape.Elements(1, x.shape.rank());
  for (int64_t i = 0; i < x.size(); ++i) {
    T& sum = y[ids[static_cast<size_t>(i / row)] * row + i % row];
    sum = sum + x[i];
  }
}

}  // namespace slipway::ops
