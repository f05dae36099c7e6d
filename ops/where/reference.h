#pragma once

#include "ops/reference.h"
#include "ops/where/where.h"

namespace slipway::ops {

template <class T>
void Reference(const Where&, RefArgs<T>& a) {
  RefView<T> x = a.In(0);
  std::vector<int64_t> found;
  ForEachIndex(x.shape, [&](const std::vector<int64_t>& index) {
    if (!(x[x.At(index)] == T(0))) found.insert(found.end(), index.begin(), index.end());
  });
  int64_t count = 0;
  for (const T& v : x.v) count += !(v == T(0));
  if (!a.Resize(0, {count, x.shape.rank()})) return;
  a.OutInts(0) = found;
}

}  // namespace slipway::ops
