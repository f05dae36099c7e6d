#pragma once

#include "ops/depth_to_space/depth_to_space.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const DepthToSpace& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  int64_t b = op.block;
  ForEachIndex(y.shape, [&](const std::vector<int64_t>& i) {
    int64_t channel = (i[1] % b * b + i[2] % b) * y.dim(3) + i[3];
    y[y.At(i)] = x[x.At({i[0], i[1] / b, i[2] / b, channel})];
  });
}

}  // namespace slipway::ops
