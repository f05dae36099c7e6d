#pragma once

#include "ops/reference.h"
#include "ops/transpose/transpose.h"

namespace slipway::ops {

template <class T>
void Reference(const Transpose&, RefArgs<T>& a) {
  Result<std::vector<int>> perm = NormalizePermutation(a.Ints(1), a.in_shape(0).rank());
  if (!perm.ok()) return a.Fail(perm.status().message());
  Shape shape = a.in_shape(0);
  for (int i = 0; i < shape.rank(); ++i) shape[i] = a.in_shape(0)[(*perm)[static_cast<size_t>(i)]];
  a.Resize(0, shape);
  RefView<T> x = a.In(0), y = a.Out(0);
  ForEachIndex(shape, [&](const std::vector<int64_t>& to) {
    std::vector<int64_t> from(to.size());
    for (size_t i = 0; i < to.size(); ++i) from[static_cast<size_t>((*perm)[i])] = to[i];
    y[y.At(to)] = x[x.At(from)];
  });
}

}  // namespace slipway::ops
