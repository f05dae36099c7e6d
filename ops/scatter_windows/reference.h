#pragma once

#include <algorithm>

#include "ops/reference.h"
#include "ops/scatter_windows/combine.h"

namespace slipway::ops {

template <class T>
void Reference(const ScatterWindows& op, RefArgs<T>& a) {
  using N = std::conditional_t<std::is_same_v<T, int64_t>, Wrapping<int64_t>, T>;
  RefView<T> x = a.In(0), updates = a.In(2), y = a.Out(0);
  std::ranges::copy(x.v, y.v.begin());
  const std::vector<int64_t>& indices = a.Ints(1);
  ScatterPlan plan(op, x.shape, a.in_shape(1), updates.shape);
  plan.ForEach(
      [&](int64_t i) { return indices[static_cast<size_t>(i)]; },
      [&](int64_t u, int64_t to) { y[to] = static_cast<T>(CombineScattered(op.function, N(y[to]), N(updates[u]))); });
}

}  // namespace slipway::ops
