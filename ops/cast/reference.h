#pragma once

#include <algorithm>
#include <cmath>

#include "base/complex_dtype.h"
#include "ops/cast/cast.h"
#include "ops/reference.h"

namespace slipway::ops {

// What a number becomes as an element of an integer dtype.
template <class T>
int64_t CastToInt(T x, DType to) {
  if (to == DType::kBool) return x != T(0);
  if (to == DType::kI4) {
    double v = static_cast<double>(x);
    return v == v ? static_cast<int64_t>(std::clamp(v, -8.0, 7.0)) : 0;
  }
  if constexpr (kIsReal<T>)
    return FloatToInt(static_cast<double>(x), to);
  else
    return x;
}

// The nearest integer of `bits` bits towards 0.
template <class T>
int64_t CastToBits(T x, const Cast& op) {
  const double most = std::exp2(op.to == DType::kU8 ? op.bits : op.bits - 1), v = static_cast<double>(x);
  return v == v ? static_cast<int64_t>(std::clamp(v, op.to == DType::kU8 ? 0.0 : -most, most - 1)) : 0;
}

template <class T>
void Reference(const Cast& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0);
  const int64_t n = x.shape.Elements(), step = IsComplex(a.in_dtype(0)) ? 2 : 1;
  if (IsFloat(op.to) || IsComplex(op.to)) {
    const int64_t out_step = IsComplex(op.to) ? 2 : 1;
    for (int64_t i = 0; i < n; ++i) {
      if constexpr (kIsReal<T>) {
        a.Out(0)[i * out_step] = x[i * step];
        if (out_step == 2 && step == 2) a.Out(0)[i * 2 + 1] = x[i * 2 + 1];
      } else {
        double v = static_cast<double>(x[i]);
        a.SetReal(0, i * out_step, a.in_dtype(0) == DType::kU64 && v < 0 ? v + 0x1p64 : v);
      }
    }
    return;
  }
  std::vector<int64_t>& y = a.OutInts(0);
  for (int64_t i = 0; i < n; ++i)
    y[static_cast<size_t>(i)] = op.bits ? CastToBits(x[i * step], op) : CastToInt(x[i * step], op.to);
}

}  // namespace slipway::ops
