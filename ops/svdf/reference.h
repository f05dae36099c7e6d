#pragma once

#include "ops/recurrent_reference.h"
#include "ops/svdf/svdf.h"

namespace slipway::ops {

template <class T>
void Reference(const Svdf& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), features = a.In(1), time = a.In(2), state = a.In(4), y = a.Out(0);
  int64_t depth = x.dim(1), filters = features.dim(0), memory = time.dim(1), units = filters / op.rank;
  for (int64_t k = 0; k < y.size(); ++k) {
    int64_t b = k / units, u = k % units;
    T sum = a.Has(3) ? a.In(3)[u] : T(0);
    for (int64_t f = u * op.rank; f < (u + 1) * op.rank; ++f) {
      T feature = T(0);
      for (int64_t i = 0; i < depth; ++i) feature += x[b * depth + i] * features[f * depth + i];
      for (int64_t m = 1; m < memory; ++m) sum += state[(b * filters + f) * memory + m] * time[f * memory + m - 1];
      sum += feature * time[f * memory + memory - 1];
    }
    y[k] = ActivateCell(op.activation, sum);
  }
}

}  // namespace slipway::ops
