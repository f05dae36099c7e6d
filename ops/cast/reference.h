#pragma once

#include "ops/cast/cast.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Cast& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0);
  if constexpr (kIsReal<T>) {
    if (IsFloat(op.to)) {
      RefView<T> y = a.Out(0);
      for (int64_t i = 0; i < x.size(); ++i) y[i] = x[i];
      return;
    }
  } else if (IsFloat(op.to)) {
    for (int64_t i = 0; i < x.size(); ++i) {
      double v = static_cast<double>(x[i]);
      a.SetReal(0, i, a.in_dtype(0) == DType::kU64 && v < 0 ? v + 0x1p64 : v);
    }
    return;
  }
  std::vector<int64_t>& y = a.OutInts(0);
  for (int64_t i = 0; i < x.size(); ++i) {
    if (op.to == DType::kBool)
      y[static_cast<size_t>(i)] = x[i] != T(0);
    else if constexpr (kIsReal<T>)
      y[static_cast<size_t>(i)] = FloatToInt(static_cast<double>(x[i]), op.to);
    else
      y[static_cast<size_t>(i)] = x[i];
  }
}

}  // namespace slipway::ops
