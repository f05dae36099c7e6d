#pragma once

#include "ops/reference.h"
#include "ops/tile/tile.h"

namespace slipway::ops {

template <class T>
void Reference(const Tile&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  ForEachIndex(y.shape, [&](std::vector<int64_t> index) {
    int64_t to = y.At(index);
    for (size_t i = 0; i < index.size(); ++i) index[i] %= x.dim(static_cast<int>(i));
    y[to] = x[x.At(index)];
  });
}

}  // namespace slipway::ops
