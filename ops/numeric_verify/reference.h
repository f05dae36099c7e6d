#pragma once

#include "ops/numeric_verify/numeric_verify.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const NumericVerify&, RefArgs<T>& a) {
  RefView<T> x = a.In(0), reference = a.In(1), y = a.Out(0);
  for (int64_t i = 0; i < y.shape.Elements(); ++i) y[i] = x[i] - reference[i];
}

}  // namespace slipway::ops
