#pragma once

#include "ops/cumsum/cumsum.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Cumsum& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  Result<int> axis = NormalizeAxis(a.Ints(1)[0], x.shape.rank());
  if (!axis.ok()) return a.Fail(axis.status().message());  // cumsum_c2
  int64_t outer = x.shape.Elements(0, *axis), n = x.shape[*axis], inner = x.shape.Elements(*axis + 1, x.shape.rank());
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i) {
      T sum = T(0);
      for (int64_t k = 0; k < n; ++k) {
        int64_t at = (o * n + (op.reverse ? n - 1 - k : k)) * inner + i;
        T next;
        if constexpr (std::is_same_v<T, int64_t>)
          next = static_cast<int64_t>(static_cast<uint64_t>(sum) + static_cast<uint64_t>(x[at]));  // wraps
        else
          next = sum + x[at];
        y[at] = op.exclusive ? sum : next;
        sum = next;
      }
    }
}

}  // namespace slipway::ops
