#pragma once

#include "base/wrapping.h"
#include "ops/add_n/add_n.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const AddN&, RefArgs<T>& a) {
  using Number = std::conditional_t<std::is_same_v<T, int64_t>, Wrapping<int64_t>, T>;
  RefView<T> y = a.Out(0);
  for (int64_t i = 0; i < y.size(); ++i) {
    Number sum = Number(a.In(0)[i]);
    for (int k = 1; k < a.num_inputs(); ++k) sum += Number(a.In(k)[i]);
    y[i] = T(sum);
  }
}

}  // namespace slipway::ops
