#pragma once

#include "ops/batch_to_space_nd/batch_to_space_nd.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const BatchToSpaceNd&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const std::vector<int64_t>&block = a.Ints(1), &crops = a.Ints(2);
  ForEachIndex(y.shape, [&](std::vector<int64_t> index) {
    int64_t to = y.At(index), place = 0;
    for (size_t i = 1; i <= block.size(); ++i) {
      int64_t b = block[i - 1], k = index[i] + crops[2 * (i - 1)];
      place = place * b + k % b;
      index[i] = k / b;
    }
    index[0] += place * y.dim(0);
    y[to] = x[x.At(index)];
  });
}

}  // namespace slipway::ops
