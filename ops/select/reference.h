#pragma once

#include "ops/reference.h"
#include "ops/select/select.h"

namespace slipway::ops {

template <class T>
void Reference(const Select& op, RefArgs<T>& args) {
  const std::vector<int64_t>& condition = args.Ints(0);
  RefView<T> a = args.In(1), b = args.In(2), y = args.Out(0);
  std::vector<int64_t> from_c = BroadcastOffsets(AlignedCondition(op, args.in_shape(0), a.shape), y.shape);
  std::vector<int64_t> from_a = BroadcastOffsets(a.shape, y.shape), from_b = BroadcastOffsets(b.shape, y.shape);
  for (int64_t i = 0; i < y.size(); ++i) {
    size_t k = static_cast<size_t>(i);
    y[i] = condition[static_cast<size_t>(from_c[k])] ? a[from_a[k]] : b[from_b[k]];
  }
}

}  // namespace slipway::ops
