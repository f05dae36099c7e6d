#pragma once
// The functions of ReduceWindow and ScatterWindows on numbers (ops/scalar.h).

#include "ops/reduce_window/reduce_window.h"
#include "ops/scalar.h"

namespace slipway::ops {

// Calls visit(f) with f(a, b) for numbers of type N.
template <class N, class F>
void VisitWindowFunction(WindowFunction function, F&& visit) {
  switch (function) {
    case WindowFunction::kAdd:
      return visit([](const N& a, const N& b) { return a + b; });
    case WindowFunction::kMul:
      return visit([](const N& a, const N& b) { return a * b; });
    case WindowFunction::kMinimum:
      return visit([](const N& a, const N& b) { return scalar::minimum(a, b); });
    case WindowFunction::kMaximum:
      return visit([](const N& a, const N& b) { return scalar::maximum(a, b); });
    case WindowFunction::kAll:
      return visit([](const N& a, const N& b) { return scalar::logical_and(a, b); });
    case WindowFunction::kAny:
      return visit([](const N& a, const N& b) { return scalar::logical_or(a, b); });
  }
}

}  // namespace slipway::ops
