#pragma once
// The loops of a Fold, for elements T. Internal linkage: included by kernel files of several instruction sets, so no
// function of the standard library may be left to be called.

#include <limits>

#include "ops/reduce/fold.h"
#include "ops/scalar.h"

namespace slipway::ops {
namespace {

template <ReduceKind kKind>
inline constexpr bool kAdds = kKind == ReduceKind::kSum || kKind == ReduceKind::kMean;
template <ReduceKind kKind>
inline constexpr bool kCompares = kKind == ReduceKind::kMax || kKind == ReduceKind::kMin;

// What is folded within a block (Number) and between blocks (Total).
template <ReduceKind kKind, class T>
struct FoldTypes {
  static constexpr bool kInteger = scalar::kIsInteger<NumberOf<T>>;
  using Wide = Wrapping<std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;
  using Number = std::conditional_t<kInteger && kKind == ReduceKind::kMean, Wide, NumberOf<T>>;
  using Total = std::conditional_t<kInteger || kCompares<kKind>, Number, double>;
};

template <ReduceKind kKind, class N>
N Join(const N& a, const N& b) {
  if constexpr (kKind == ReduceKind::kAll)
    return scalar::logical_and(a, b);
  else if constexpr (kKind == ReduceKind::kAny)
    return scalar::logical_or(a, b);
  else if constexpr (kKind == ReduceKind::kMax)
    return scalar::maximum(a, b);
  else if constexpr (kKind == ReduceKind::kMin)
    return scalar::minimum(a, b);
  else if constexpr (kKind == ReduceKind::kProd)
    return a * b;
  else
    return a + b;
}

template <ReduceKind kKind, class T, class N>
N StartOf() {
  if constexpr (kCompares<kKind>) {
    constexpr bool low = kKind == ReduceKind::kMax;
    if constexpr (std::is_floating_point_v<N>) {
      constexpr N infinity = std::numeric_limits<N>::infinity();
      return low ? -infinity : infinity;
    } else {
      constexpr T lowest = std::numeric_limits<T>::lowest(), largest = std::numeric_limits<T>::max();
      return N(low ? lowest : largest);
    }
  } else {
    return N(kKind == ReduceKind::kProd || kKind == ReduceKind::kAll ? 1 : 0);
  }
}

template <ReduceKind kKind, class T>
struct Loops {
  using Number = typename FoldTypes<kKind, T>::Number;
  using Total = typename FoldTypes<kKind, T>::Total;
  static constexpr int kLanes = 32;

  static void Start(void* totals, int64_t n) {
    for (int64_t i = 0; i < n; ++i) static_cast<Total*>(totals)[i] = StartOf<kKind, T, Total>();
  }

  static Number Load(const T& x) {
    if constexpr (scalar::kIsInteger<Number>)
      return Number(static_cast<decltype(Number::v)>(x));
    else
      return static_cast<Number>(x);
  }

  static void Row(const void* data, int64_t n, void* total) {
    const T* x = static_cast<const T*>(data);
    Total sum = *static_cast<Total*>(total);
    int64_t i = 0;
    if (n >= kLanes) {
      Number lanes[kLanes];
      for (int k = 0; k < kLanes; ++k) lanes[k] = Load(x[k]);
      for (i = kLanes; i + kLanes <= n; i += kLanes)
        for (int k = 0; k < kLanes; ++k) lanes[k] = Join<kKind, Number>(lanes[k], Load(x[i + k]));
      // In pairs as far as vectors go: a chain would wait for each lane in turn.
      constexpr int kChain = 4;
      for (int half = kLanes / 2; half >= kChain; half /= 2)
        for (int k = 0; k < half; ++k) lanes[k] = Join<kKind, Number>(lanes[k], lanes[k + half]);
      for (int k = 0; k < kChain; ++k) sum = Join<kKind, Total>(sum, static_cast<Total>(lanes[k]));
    }
    for (; i < n; ++i) sum = Join<kKind, Total>(sum, static_cast<Total>(Load(x[i])));
    *static_cast<Total*>(total) = sum;
  }

  // kBlock columns at a time stay in registers.
  template <int kBlock>
  static void ColumnBlock(const T* x, int64_t rows, int64_t stride, Total* sums) {
    Number block[kBlock];
    for (int k = 0; k < kBlock; ++k) block[k] = Load(x[k]);
    for (int64_t r = 1; r < rows; ++r)
      for (int k = 0; k < kBlock; ++k) block[k] = Join<kKind, Number>(block[k], Load(x[r * stride + k]));
    for (int k = 0; k < kBlock; ++k) sums[k] = Join<kKind, Total>(sums[k], static_cast<Total>(block[k]));
  }

  static void Columns(const void* data, int64_t rows, int64_t stride, int64_t n, void* totals) {
    constexpr int kBlock = 32;
    const T* x = static_cast<const T*>(data);
    Total* sums = static_cast<Total*>(totals);
    for (int64_t first = 0; first < rows; first += 64) {
      const int64_t some = rows - first < 64 ? rows - first : 64;
      int64_t k = 0;
      for (; k + kBlock <= n; k += kBlock) ColumnBlock<kBlock>(x + first * stride + k, some, stride, sums + k);
      for (; k < n; ++k) ColumnBlock<1>(x + first * stride + k, some, stride, sums + k);
    }
  }

  static void JoinTotals(void* totals, const void* from, int64_t n) {
    Total* a = static_cast<Total*>(totals);
    const Total* b = static_cast<const Total*>(from);
    for (int64_t i = 0; i < n; ++i) a[i] = Join<kKind, Total>(a[i], b[i]);
  }

  static void Finish(const void* totals, int64_t n, int64_t count, void* y) {
    const Total* sums = static_cast<const Total*>(totals);
    T* out = static_cast<T*>(y);
    for (int64_t i = 0; i < n; ++i) {
      Total v = sums[i];
      if constexpr (kKind == ReduceKind::kMean) {
        if constexpr (scalar::kIsInteger<Total>)
          v = count == 0 ? Total() : Total(static_cast<decltype(v.v)>(v.v / static_cast<decltype(v.v)>(count)));
        else
          v = v / static_cast<double>(count);
      }
      out[i] = Narrow(v);
    }
  }

  static Fold Make() {
    return {.element_bytes = sizeof(T),
            .total_bytes = sizeof(Total),
            .start = Start,
            .row = Row,
            .columns = Columns,
            .join = JoinTotals,
            .finish = Finish};
  }

 private:
  static T Narrow(const Total& v) {
    if constexpr (std::is_same_v<T, bool>)
      return v.v != 0;
    else if constexpr (scalar::kIsInteger<Total>)
      return static_cast<T>(v.v);
    else
      return static_cast<T>(static_cast<NumberOf<T>>(v));
  }
};

// Null functions for kinds of other types.
template <class T>
Fold FoldFor(ReduceKind kind) {
  if constexpr (std::is_same_v<T, bool>) {
    return kind == ReduceKind::kAll ? Loops<ReduceKind::kAll, T>::Make() : Loops<ReduceKind::kAny, T>::Make();
  } else {
    switch (kind) {
      case ReduceKind::kMax:
        return Loops<ReduceKind::kMax, T>::Make();
      case ReduceKind::kMean:
        return Loops<ReduceKind::kMean, T>::Make();
      case ReduceKind::kMin:
        return Loops<ReduceKind::kMin, T>::Make();
      case ReduceKind::kProd:
        return Loops<ReduceKind::kProd, T>::Make();
      case ReduceKind::kSum:
        return Loops<ReduceKind::kSum, T>::Make();
      default:
        return {};
    }
  }
}

}  // namespace
}  // namespace slipway::ops
