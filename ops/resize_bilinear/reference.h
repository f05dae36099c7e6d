#pragma once

#include "ops/reference.h"
#include "ops/resize_bilinear/resize_bilinear.h"

namespace slipway::ops {

template <class T>
void Reference(const ResizeBilinear& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  ForEachIndex(y.shape, [&](const std::vector<int64_t>& i) {
    Interpolation v = Interpolate(op, i[1], x.dim(1), y.dim(1)), h = Interpolate(op, i[2], x.dim(2), y.dim(2));
    auto at = [&](int64_t row, int64_t column) { return x[x.At({i[0], row, column, i[3]})]; };
    T top = at(v.lower, h.lower) + (at(v.lower, h.upper) - at(v.lower, h.lower)) * T(h.fraction);
    T bottom = at(v.upper, h.lower) + (at(v.upper, h.upper) - at(v.upper, h.lower)) * T(h.fraction);
    y[y.At(i)] = top + (bottom - top) * T(v.fraction);
  });
}

}  // namespace slipway::ops
