#pragma once

#include <algorithm>
#include <numeric>

#include "ops/reference.h"
#include "ops/top_k/top_k.h"

namespace slipway::ops {

template <class T>
void Reference(const TopK&, RefArgs<T>& a) {
  RefView<T> x = a.In(0);
  int64_t k = a.Ints(1)[0], n = x.shape.back();
  Result<Shape> shape = TopKShape(x.shape, k);
  if (!shape.ok()) return a.Fail(shape.status().message());  // top_k_c2
  if (!a.Resize(0, *shape)) return;
  if (!a.Resize(1, *shape)) return;
  RefView<T> values = a.Out(0);
  std::vector<int64_t>& indices = a.OutInts(1);
  std::vector<int64_t> order(static_cast<size_t>(n));
  for (int64_t row = 0; row < x.shape.Elements(0, x.shape.rank() - 1); ++row) {
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int64_t i, int64_t j) { return Above(x[row * n + i], x[row * n + j]); });
    for (int64_t i = 0; i < k; ++i) {
      int64_t from = order[static_cast<size_t>(i)];
      values[row * k + i] = x[row * n + from];
      indices[static_cast<size_t>(row * k + i)] = from;
    }
  }
}

}  // namespace slipway::ops
