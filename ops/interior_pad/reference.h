#pragma once

#include <algorithm>

#include "ops/interior_pad/interior_pad.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const InteriorPad& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), value = a.In(1), y = a.Out(0);
  std::fill(y.v.begin(), y.v.end(), value[0]);
  ForEachIndex(x.shape, [&](const std::vector<int64_t>& index) {
    std::vector<int64_t> at = index;
    for (size_t i = 0; i < at.size(); ++i) {
      at[i] = at[i] * (op.interior.empty() ? 1 : op.interior[i] + 1) + (op.low.empty() ? 0 : op.low[i]);
      if (at[i] < 0 || at[i] >= y.shape[static_cast<int>(i)]) return;
    }
    y[y.At(at)] = x[x.At(index)];
  });
}

}  // namespace slipway::ops
