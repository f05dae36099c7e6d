#pragma once

#include "ops/arg_max/arg_max.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const ArgMax& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0);
  Result<int> axis = NormalizeAxis(a.Ints(1)[0], x.shape.rank());
  if (!axis.ok()) return a.Fail(axis.status().message());
  int64_t outer = x.shape.Elements(0, *axis), n = x.shape[*axis], inner = x.shape.Elements(*axis + 1, x.shape.rank());
  if (n == 0) return a.Fail("the axis is empty");
  Shape without;
  for (int i = 0; i < x.shape.rank(); ++i)
    if (i != *axis) without.push_back(x.shape[i]);
  if (!a.Resize(0, without)) return;
  std::vector<int64_t>& y = a.OutInts(0);
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i) {
      auto element = [&](int64_t k) { return x[(o * n + k) * inner + i]; };
      int64_t best = 0;
      for (int64_t k = 1; k < n; ++k) {
        bool better = op.min ? element(k) < element(best) : element(k) > element(best);
        bool first_number = element(best) != element(best) && element(k) == element(k);
        if (better || first_number) best = k;
      }
      y[static_cast<size_t>(o * inner + i)] = best;
    }
}

}  // namespace slipway::ops
