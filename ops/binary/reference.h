#pragma once

#include "ops/binary/functions.h"
#include "ops/reference.h"

namespace slipway::ops {

// Parts of complex numbers, real and imaginary by turns.
template <class T>
void ComplexReference(const Binary& op, RefArgs<T>& args) {
  RefView<T> a = args.In(0), b = args.In(1), y = args.Out(0);
  std::vector<int64_t> from_a = BroadcastOffsets(a.shape, y.shape), from_b = BroadcastOffsets(b.shape, y.shape);
  for (size_t i = 0; i < from_a.size(); ++i) {
    int64_t p = 2 * from_a[i], q = 2 * from_b[i], to = 2 * static_cast<int64_t>(i);
    T re = b[q], im = b[q + 1];
    if (op.kind == BinaryKind::kAdd || op.kind == BinaryKind::kSub) {
      T sign = T(op.kind == BinaryKind::kAdd ? 1 : -1);
      y[to] = a[p] + sign * re;
      y[to + 1] = a[p + 1] + sign * im;
      continue;
    }
    T norm = T(1);
    if (op.kind == BinaryKind::kDiv) {  // a / b = a conj(b) / |b|^2
      norm = re * re + im * im;
      im = -im;
    }
    y[to] = (a[p] * re - a[p + 1] * im) / norm;
    y[to + 1] = (a[p] * im + a[p + 1] * re) / norm;
  }
}

// The reference holds integers in 64 bits; a shift depends on their width.
inline int64_t NarrowShift(BinaryKind kind, int64_t a, int64_t b, DType t) {
  int most = DTypeSize(t) * 8 - 1;
  bool is_unsigned = t == DType::kU64;
  int by = b < 0 && !is_unsigned ? 0 : b < 0 || b > most ? most : static_cast<int>(b);
  if (kind == BinaryKind::kLeftShift || is_unsigned) {
    uint64_t bits = static_cast<uint64_t>(a);
    return static_cast<int64_t>(kind == BinaryKind::kLeftShift ? bits << by : bits >> by);
  }
  return a >> by;
}

// Two operands that lie side by side: what scaling of weights comes to, which are large.
template <class T, class Pair>
void SideBySide(Pair pair, std::span<const T> a, std::span<const T> b, std::span<T> y) {
  for (size_t i = 0; i < y.size(); ++i) y[i] = pair.Value(a[i], b[i]);
}

template <class T>
void Reference(const Binary& op, RefArgs<T>& args) {
  if constexpr (kIsReal<T>)
    if (IsComplex(args.in_dtype(0))) return ComplexReference(op, args);
  using Number = std::conditional_t<std::is_same_v<T, int64_t>, Wrapping<int64_t>, T>;
  RefView<T> a = args.In(0), b = args.In(1), y = args.Out(0);
  const BroadcastRows rows_a = BroadcastRowsOf(a.shape, y.shape), rows_b = BroadcastRowsOf(b.shape, y.shape);
  const int64_t row = y.shape.rank() == 0 ? 1 : y.shape.back();
  float lo, hi;
  ActivationRange(op.activation, &lo, &hi);
  VisitBinary<Number>(op.kind, [&](auto pair) {
    if constexpr (kIsReal<T>)
      if (op.activation == Activation::kNone && rows_a.step == 1 && rows_b.step == 1) {
        const auto n = static_cast<size_t>(row);
        for (size_t r = 0; r < rows_a.begins.size(); ++r)
          SideBySide<T>(pair, a.v.subspan(static_cast<size_t>(rows_a.begins[r]), n),
                        b.v.subspan(static_cast<size_t>(rows_b.begins[r]), n), y.v.subspan(r * n, n));
        return;
      }
    for (int64_t i = 0, j = 0, r = 0; i < y.size(); ++i, ++j) {
      if (j == row) j = 0, ++r;
      const int64_t p = rows_a.begins[static_cast<size_t>(r)] + j * rows_a.step;
      const int64_t q = rows_b.begins[static_cast<size_t>(r)] + j * rows_b.step;
      Number second = Number(b[q]);
      if constexpr (scalar::kIsInteger<Number>)
        if (const char* why = RefusedOperand(op.kind, second)) return args.Fail(why);
      y[i] = T(pair.Value(Number(a[p]), second));
      if constexpr (std::is_same_v<T, int64_t>)
        if (op.kind == BinaryKind::kLeftShift || op.kind == BinaryKind::kRightShift)
          y[i] = NarrowShift(op.kind, a[p], b[q], args.in_dtype(0));
      if (op.activation == Activation::kNone) continue;  // no integer holds its bounds
      if (y[i] < T(lo)) y[i] = T(lo);
      if (op.activation != Activation::kRelu && y[i] > T(hi)) y[i] = T(hi);
    }
  });
}

}  // namespace slipway::ops
