#pragma once

#include "ops/pad/pad.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Pad&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const std::vector<int64_t>& paddings = a.Ints(1);
  T value = a.Has(2) ? a.In(2)[0] : T();
  for (int64_t i = 0; i < y.size(); ++i) y[i] = value;
  ForEachIndex(x.shape, [&](std::vector<int64_t> index) {
    int64_t from = x.At(index);
    for (size_t i = 0; i < index.size(); ++i) index[i] += paddings[2 * i];
    y[y.At(index)] = x[from];
  });
}

}  // namespace slipway::ops
