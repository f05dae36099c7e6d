#pragma once

#include "ops/reduce/reduce.h"
#include "ops/reference.h"
#include "ops/scalar.h"

namespace slipway::ops {

// What the reduction of nothing gives.
template <class T>
T EmptyReduction(ReduceKind kind, DType dtype) {
  [[maybe_unused]] constexpr double inf = std::numeric_limits<double>::infinity();
  switch (kind) {
    case ReduceKind::kProd:
    case ReduceKind::kAll:
      return T(1);
    case ReduceKind::kMax:
    case ReduceKind::kMin: {
      bool low = kind == ReduceKind::kMax;
      if constexpr (kIsReal<T>) {
        return T(low ? -inf : inf);
      } else {
        T limit = 0;
        VisitFixedDType(dtype, [&](auto tag) {
          using E = decltype(tag);
          if constexpr (std::is_integral_v<E>)
            limit = static_cast<T>(low ? std::numeric_limits<E>::lowest() : std::numeric_limits<E>::max());
        });
        return limit;
      }
    }
    default:
      return T(0);
  }
}

template <class T>
void Accumulate(ReduceKind kind, T& y, const T& x) {
  switch (kind) {
    case ReduceKind::kAll:
      y = scalar::logical_and(y, x);
      break;
    case ReduceKind::kAny:
      y = scalar::logical_or(y, x);
      break;
    case ReduceKind::kMax:
      y = scalar::maximum(y, x);
      break;
    case ReduceKind::kMin:
      y = scalar::minimum(y, x);
      break;
    case ReduceKind::kProd:
      y *= x;
      break;
    case ReduceKind::kMean:
    case ReduceKind::kSum:
      y += x;
  }
}

template <class T>
void Reference(const Reduce& op, RefArgs<T>& a) {
  using Number = std::conditional_t<std::is_same_v<T, int64_t>, Wrapping<int64_t>, T>;
  RefView<T> x = a.In(0);
  Result<uint32_t> mask = AxisMask(a.Ints(1), x.shape.rank());
  if (!mask.ok()) return a.Fail(mask.status().message());
  if (!a.Resize(0, ReducedShape(x.shape, *mask, op.keep_dims))) return;
  std::vector<int64_t> to_y = BroadcastOffsets(ReducedShape(x.shape, *mask, true), x.shape);
  RefView<T> y = a.Out(0);
  for (int64_t i = 0; i < y.size(); ++i) y[i] = EmptyReduction<T>(op.kind, a.out_dtype(0));
  for (int64_t i = 0; i < x.size(); ++i) {
    Number sum = Number(y[to_y[static_cast<size_t>(i)]]);
    Accumulate(op.kind, sum, Number(x[i]));
    y[to_y[static_cast<size_t>(i)]] = T(sum);
  }
  if (op.kind != ReduceKind::kMean || y.size() == 0) return;
  T count = T(x.size() / y.size());
  for (int64_t i = 0; i < y.size(); ++i)
    if (kIsReal<T> || count != T(0)) y[i] = y[i] / count;
}

}  // namespace slipway::ops
