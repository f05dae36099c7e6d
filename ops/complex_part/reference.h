#pragma once

#include <cmath>

#include "ops/complex_part/complex_part.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const ComplexPart& op, RefArgs<T>& a) {
  using std::sqrt;
  RefView<T> x = a.In(0), y = a.Out(0);
  for (int64_t i = 0; i < y.size(); ++i) {
    T re = x[2 * i], im = x[2 * i + 1];
    y[i] = op.kind == ComplexPartKind::kReal ? re : op.kind == ComplexPartKind::kImag ? im : sqrt(re * re + im * im);
  }
}

}  // namespace slipway::ops
