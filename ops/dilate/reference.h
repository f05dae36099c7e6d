#pragma once

#include <algorithm>

#include "ops/dilate/dilate.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Dilate&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), value = a.In(2), y = a.Out(0);
  std::fill(y.v.begin(), y.v.end(), value[0]);
  ForEachIndex(x.shape, [&](const std::vector<int64_t>& index) {
    std::vector<int64_t> at = index;
    for (size_t i = 0; i < at.size(); ++i) at[i] *= a.Ints(1)[i];
    y[y.At(at)] = x[x.At(index)];
  });
}

}  // namespace slipway::ops
