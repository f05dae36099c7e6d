#pragma once

#include "ops/one_hot/one_hot.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const OneHot& op, RefArgs<T>& a) {
  RefView<T> on = a.In(2), off = a.In(3), y = a.Out(0);
  const std::vector<int64_t>& indices = a.Ints(0);
  int axis = op.axis < 0 ? y.shape.rank() - 1 : op.axis;
  int64_t depth = y.dim(axis), inner = y.shape.Elements(axis + 1, y.shape.rank());
  for (int64_t i = 0; i < y.size(); ++i) {
    int64_t outer = i / inner / depth, k = i / inner % depth;
    y[i] = indices[static_cast<size_t>(outer * inner + i % inner)] == k ? on[0] : off[0];
  }
}

}  // namespace slipway::ops
