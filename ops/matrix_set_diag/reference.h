#pragma once

#include <algorithm>

#include "ops/matrix_set_diag/matrix_set_diag.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const MatrixSetDiag&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), diagonal = a.In(1), y = a.Out(0);
  std::ranges::copy(x.v, y.v.begin());
  int64_t m = x.dim(-2), n = x.dim(-1), k = std::min(m, n);
  for (int64_t i = 0; i < diagonal.size(); ++i) y[i / k * m * n + i % k * (n + 1)] = diagonal[i];
}

}  // namespace slipway::ops
