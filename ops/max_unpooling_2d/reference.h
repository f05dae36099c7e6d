#pragma once

#include <cmath>

#include "ops/max_unpooling_2d/max_unpooling_2d.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const MaxUnpooling2D& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  UnpoolingGrid grid(op, x.shape);
  bool floats = a.in_dtype(1) == DType::kF32;
  ForEachIndex(x.shape, [&](const std::vector<int64_t>& at) {
    int64_t k = x.At(at);
    double index =
        floats ? std::floor(static_cast<double>(a.In(1)[k])) : static_cast<double>(a.Ints(1)[static_cast<size_t>(k)]);
    if (!(index >= 0 && index < 0x1p31)) return;
    int64_t pixel = grid.Pixel(op, at[1], at[2], static_cast<int64_t>(index));
    if (pixel >= 0) y[(at[0] * grid.out_h * grid.out_w + pixel) * x.shape[3] + at[3]] = x[k];
  });
}

}  // namespace slipway::ops
