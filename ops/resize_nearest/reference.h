#pragma once

#include "ops/reference.h"
#include "ops/resize_nearest/resize_nearest.h"

namespace slipway::ops {

template <class T>
void Reference(const ResizeNearest& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  ForEachIndex(y.shape, [&](const std::vector<int64_t>& i) {
    int64_t row = NearestPixel(op, i[1], x.dim(1), y.dim(1)), column = NearestPixel(op, i[2], x.dim(2), y.dim(2));
    y[y.At(i)] = x[x.At({i[0], row, column, i[3]})];
  });
}

}  // namespace slipway::ops
