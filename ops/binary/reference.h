#pragma once

#include "ops/binary/functions.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Binary& op, RefArgs<T>& args) {
  using Number = std::conditional_t<std::is_same_v<T, int64_t>, Wrapping<int64_t>, T>;
  RefView<T> a = args.In(0), b = args.In(1), y = args.Out(0);
  std::vector<int64_t> from_a = BroadcastOffsets(a.shape, y.shape), from_b = BroadcastOffsets(b.shape, y.shape);
  float lo, hi;
  ActivationRange(op.activation, &lo, &hi);
  VisitBinary<Number>(op.kind, [&](auto pair) {
    for (int64_t i = 0; i < y.size(); ++i) {
      size_t k = static_cast<size_t>(i);
      Number second = Number(b[from_b[k]]);
      if constexpr (scalar::kIsInteger<Number>)
        if (const char* why = RefusedOperand(op.kind, second)) return args.Fail(why);
      y[i] = T(pair.Value(Number(a[from_a[k]]), second));
      if (op.activation == Activation::kNone) continue;  // no integer holds its bounds
      if (y[i] < T(lo)) y[i] = T(lo);
      if (op.activation != Activation::kRelu && y[i] > T(hi)) y[i] = T(hi);
    }
  });
}

}  // namespace slipway::ops
