#pragma once

#include "ops/range/range.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Range&, RefArgs<T>& a) {
  T start = a.In(0)[0], limit = a.In(1)[0], delta = a.In(2)[0];
  Result<int64_t> n = [&] {
    if constexpr (kIsReal<T>)
      return RangeLength(static_cast<double>(start), static_cast<double>(limit), static_cast<double>(delta),
                         a.in_dtype(0));
    else
      return RangeLength(start, limit, delta);
  }();
  if (!n.ok()) return a.Fail(n.status().message());
  if (!a.Resize(0, {*n})) return;
  RefView<T> y = a.Out(0);
  for (int64_t i = 0; i < *n; ++i) y[i] = start + T(i) * delta;
}

}  // namespace slipway::ops
