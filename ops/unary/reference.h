#pragma once

#include "ops/reference.h"
#include "ops/scalar.h"
#include "ops/unary/functions.h"

namespace slipway::ops {

template <class T>
void Reference(const Unary& op, RefArgs<T>& a) {
  using Number = std::conditional_t<std::is_same_v<T, int64_t>, Wrapping<int64_t>, T>;
  RefView<T> x = a.In(0), y = a.Out(0);
  VisitUnary<Number>(op.kind, [&](auto function) {
    for (int64_t i = 0; i < x.size(); ++i) y[i] = T(function.Value(Number(x[i])));
  });
}

}  // namespace slipway::ops
