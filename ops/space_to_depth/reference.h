#pragma once

#include "ops/reference.h"
#include "ops/space_to_depth/space_to_depth.h"

namespace slipway::ops {

template <class T>
void Reference(const SpaceToDepth& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  int64_t b = op.block;
  ForEachIndex(x.shape, [&](const std::vector<int64_t>& i) {
    int64_t channel = (i[1] % b * b + i[2] % b) * x.dim(3) + i[3];
    y[y.At({i[0], i[1] / b, i[2] / b, channel})] = x[x.At(i)];
  });
}

}  // namespace slipway::ops
