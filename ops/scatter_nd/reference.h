#pragma once

#include "ops/reference.h"
#include "ops/scatter_nd/scatter_nd.h"

namespace slipway::ops {

template <class T>
void Reference(const ScatterNd&, RefArgs<T>& a) {
  const std::vector<int64_t>& indices = a.Ints(0);
  Result<Shape> shape = ScatteredShape(a.Ints(2), a.in_shape(0), a.in_shape(1));
  if (!shape.ok()) return a.Fail(shape.status().message());
  if (!a.Resize(0, *shape)) return;
  RefView<T> updates = a.In(1), y = a.Out(0);
  SliceIndex slices{*shape, a.in_shape(0)};
  for (int64_t i = 0; i < slices.tuples() && slices.slice() > 0; ++i) {
    int64_t at = slices.At(indices, i);
    if (at < 0) return a.Fail(std::string(slices.Outside(indices, i).view()));  // scatter_nd_c3
    for (int64_t k = 0; k < slices.slice(); ++k) {
      T& sum = y[at * slices.slice() + k];
      const T& more = updates[i * slices.slice() + k];
      if constexpr (std::is_same_v<T, int64_t>)
        sum = static_cast<int64_t>(static_cast<uint64_t>(sum) + static_cast<uint64_t>(more));  // wraps
      else
        sum = sum + more;
    }
  }
}

}  // namespace slipway::ops
