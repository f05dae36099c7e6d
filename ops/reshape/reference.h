#pragma once

#include "ops/reference.h"
#include "ops/reshape/reshape.h"

namespace slipway::ops {

template <class T>
void Reference(const Reshape& op, RefArgs<T>& a) {
  const std::vector<int64_t>& wanted = a.Has(1) ? a.Ints(1) : op.shape;
  Result<Shape> shape = ReshapedShape(a.in_shape(0), wanted);
  if (!shape.ok()) return a.Fail(shape.status().message());
  a.Resize(0, *shape);
  RefView<T> x = a.In(0), y = a.Out(0);
  for (int64_t i = 0; i < x.size(); ++i) y[i] = x[i];
}

}  // namespace slipway::ops
