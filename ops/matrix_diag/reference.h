#pragma once

#include "ops/matrix_diag/matrix_diag.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const MatrixDiag&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  int64_t n = x.shape.back();
  for (T& v : y.v) v = T();
  for (int64_t i = 0; i < x.size(); ++i) y[i * n + i % n] = x[i];
}

}  // namespace slipway::ops
