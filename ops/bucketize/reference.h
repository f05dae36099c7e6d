#pragma once

#include "ops/bucketize/bucketize.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Bucketize& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0);
  std::vector<int64_t>& y = a.OutInts(0);
  for (int64_t i = 0; i < x.size(); ++i)
    for (double boundary : op.boundaries) y[static_cast<size_t>(i)] += !(static_cast<double>(x[i]) < boundary);
}

}  // namespace slipway::ops
