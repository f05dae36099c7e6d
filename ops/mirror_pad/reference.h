#pragma once

#include "ops/mirror_pad/mirror_pad.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const MirrorPad& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const std::vector<int64_t>& paddings = a.Ints(1);
  ForEachIndex(y.shape, [&](std::vector<int64_t> index) {
    int64_t to = y.At(index);
    for (size_t i = 0; i < index.size(); ++i) {
      int64_t n = x.dim(static_cast<int>(i)), k = index[i] - paddings[2 * i];
      if (k < 0) k = op.reflect ? -k : -k - 1;
      if (k >= n) k = op.reflect ? 2 * n - 2 - k : 2 * n - 1 - k;
      index[i] = k;
    }
    y[to] = x[x.At(index)];
  });
}

}  // namespace slipway::ops
