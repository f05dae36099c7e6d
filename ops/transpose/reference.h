#pragma once

#include "ops/reference.h"
#include "ops/transpose/transpose.h"

namespace slipway::ops {

template <class T>
void Reference(const Transpose&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  std::vector<int64_t> perm = a.Ints(1);
  for (int64_t& p : perm) p += p < 0 ? x.shape.rank() : 0;
  ForEachIndex(y.shape, [&](const std::vector<int64_t>& to) {
    std::vector<int64_t> from(to.size());
    for (size_t i = 0; i < to.size(); ++i) from[static_cast<size_t>(perm[i])] = to[i];
    y[y.At(to)] = x[x.At(from)];
  });
}

}  // namespace slipway::ops
