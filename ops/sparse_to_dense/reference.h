#pragma once

#include "ops/reference.h"
#include "ops/sparse_to_dense/sparse_to_dense.h"

namespace slipway::ops {

template <class T>
void Reference(const SparseToDense&, RefArgs<T>& a) {
  const std::vector<int64_t>&indices = a.Ints(0), &dims = a.Ints(1);
  Result<Shape> shape = DenseShape(dims);
  if (!shape.ok()) return a.Fail(shape.status().message());
  if (!a.Resize(0, *shape)) return;
  RefView<T> values = a.In(2), y = a.Out(0);
  SliceIndex places{*shape, *PlacesShape(a.in_shape(0), shape->rank())};
  for (T& v : y.v) v = a.In(3)[0];
  for (int64_t i = 0; i < places.tuples(); ++i) {
    int64_t at = places.At(indices, i);
    if (at < 0) return a.Fail(std::string(places.Outside(indices, i).view()));  // sparse_to_dense_c4
    y[at] = values[values.shape.rank() == 0 ? 0 : i];
  }
}

}  // namespace slipway::ops
