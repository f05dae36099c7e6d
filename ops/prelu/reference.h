#pragma once

#include "ops/prelu/prelu.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Prelu&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), alpha = a.In(1), y = a.Out(0);
  std::vector<int64_t> from_alpha = BroadcastOffsets(alpha.shape, x.shape);
  for (int64_t i = 0; i < x.size(); ++i) y[i] = x[i] > T(0) ? x[i] : alpha[from_alpha[static_cast<size_t>(i)]] * x[i];
}

}  // namespace slipway::ops
