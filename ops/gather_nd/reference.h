#pragma once

#include "ops/gather_nd/gather_nd.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const GatherNd&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const std::vector<int64_t>& indices = a.Ints(1);
  SliceIndex slices{a.in_shape(0), a.in_shape(1)};
  for (int64_t i = 0; i < slices.tuples() && slices.slice() > 0; ++i) {
    int64_t at = slices.At(indices, i);
    if (at < 0) return a.Fail(std::string(slices.Outside(indices, i).view()));  // gather_nd_c3
    for (int64_t k = 0; k < slices.slice(); ++k) y[i * slices.slice() + k] = x[at * slices.slice() + k];
  }
}

}  // namespace slipway::ops
