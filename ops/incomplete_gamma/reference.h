#pragma once

#include "ops/incomplete_gamma/function.h"
#include "ops/incomplete_gamma/incomplete_gamma.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const IncompleteGamma& op, RefArgs<T>& args) {
  RefView<T> a = args.In(0), x = args.In(1), y = args.Out(0);
  std::vector<int64_t> from_a = BroadcastOffsets(a.shape, y.shape), from_x = BroadcastOffsets(x.shape, y.shape);
  for (size_t i = 0; i < from_a.size(); ++i)
    y[static_cast<int64_t>(i)] = static_cast<T>(
        incomplete_gamma::Value(op.upper, static_cast<double>(a[from_a[i]]), static_cast<double>(x[from_x[i]])));
}

}  // namespace slipway::ops
