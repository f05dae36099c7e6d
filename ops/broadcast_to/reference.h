#pragma once

#include "ops/broadcast_to/broadcast_to.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const BroadcastTo&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  std::vector<int64_t> from = BroadcastOffsets(x.shape, y.shape);
  for (int64_t i = 0; i < y.size(); ++i) y[i] = x[from[static_cast<size_t>(i)]];
}

}  // namespace slipway::ops
