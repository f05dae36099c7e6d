#pragma once

#include "ops/leaky_relu/leaky_relu.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const LeakyRelu& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  for (int64_t i = 0; i < x.size(); ++i) y[i] = x[i] > T(0) ? x[i] : T(op.alpha) * x[i];
}

}  // namespace slipway::ops
