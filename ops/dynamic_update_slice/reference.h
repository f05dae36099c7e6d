#pragma once

#include <algorithm>

#include "ops/dynamic_update_slice/dynamic_update_slice.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const DynamicUpdateSlice&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), update = a.In(1), y = a.Out(0);
  const std::vector<int64_t>& starts = a.Ints(2);
  std::ranges::copy(x.v, y.v.begin());
  ForEachIndex(update.shape, [&](std::vector<int64_t> index) {
    int64_t from = update.At(index);
    for (size_t i = 0; i < index.size(); ++i) {
      int axis = static_cast<int>(i);
      index[i] += std::clamp<int64_t>(starts[i], 0, x.shape[axis] - update.shape[axis]);
    }
    y[y.At(index)] = update[from];
  });
}

}  // namespace slipway::ops
