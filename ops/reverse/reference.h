#pragma once

#include "ops/reference.h"
#include "ops/reverse/reverse.h"

namespace slipway::ops {

template <class T>
void Reference(const Reverse&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  Result<std::vector<bool>> named = ReversedAxes(a.Ints(1), x.shape.rank());
  if (!named.ok()) return a.Fail(named.status().message());
  ForEachIndex(y.shape, [&](std::vector<int64_t> index) {
    int64_t to = y.At(index);
    for (size_t i = 0; i < index.size(); ++i)
      if ((*named)[i]) index[i] = x.dim(static_cast<int>(i)) - 1 - index[i];
    y[to] = x[x.At(index)];
  });
}

}  // namespace slipway::ops
