#pragma once

#include "ops/broadcast_args/broadcast_args.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const BroadcastArgs&, RefArgs<T>& args) {
  const std::vector<int64_t>&a = args.Ints(0), &b = args.Ints(1);
  std::vector<int64_t>& y = args.OutInts(0);
  for (size_t i = 1; i <= y.size(); ++i) {
    int64_t from_a = i > a.size() ? 1 : a[a.size() - i], from_b = i > b.size() ? 1 : b[b.size() - i];
    int64_t dim = BroadcastDim(from_a, from_b);
    if (dim < 0)
      return args.Fail(StrCat("dimensions ", from_a, " and ", from_b, " do not broadcast"));  // broadcast_args_c2
    y[y.size() - i] = dim;
  }
}

}  // namespace slipway::ops
