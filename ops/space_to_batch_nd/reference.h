#pragma once

#include "ops/reference.h"
#include "ops/space_to_batch_nd/space_to_batch_nd.h"

namespace slipway::ops {

template <class T>
void Reference(const SpaceToBatchNd&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const std::vector<int64_t>&block = a.Ints(1), &pads = a.Ints(2);
  ForEachIndex(y.shape, [&](std::vector<int64_t> index) {
    int64_t to = y.At(index), place = index[0] / x.dim(0);
    index[0] %= x.dim(0);
    bool inside = true;
    for (size_t i = block.size(); i > 0; --i) {
      int64_t b = block[i - 1], n = x.dim(static_cast<int>(i));
      index[i] = index[i] * b + place % b - pads[2 * (i - 1)];
      place /= b;
      inside = inside && index[i] >= 0 && index[i] < n;
    }
    y[to] = inside ? x[x.At(index)] : T();
  });
}

}  // namespace slipway::ops
