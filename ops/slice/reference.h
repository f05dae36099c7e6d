#pragma once

#include "ops/reference.h"
#include "ops/slice/slice.h"

namespace slipway::ops {

template <class T>
void Reference(const Slice&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const std::vector<int64_t>& begin = a.Ints(1);
  ForEachIndex(y.shape, [&](std::vector<int64_t> index) {
    int64_t to = y.At(index);
    for (size_t i = 0; i < index.size(); ++i) index[i] += begin[i];
    y[to] = x[x.At(index)];
  });
}

}  // namespace slipway::ops
