#pragma once
// Plain loops over blocks of fixed size, which compilers keep in vectors of the including source's instruction set.
// Internal linkage.

#include "ops/resize_bilinear/rows.h"

namespace slipway::ops {
namespace {

template <class T, class Sum>
void BlendRows(const BilinearRow<T, Sum>& r) {
  const T* __restrict top = r.top;
  const T* __restrict bottom = r.bottom;
  Sum* __restrict sums = r.sums;
  const Sum lower = static_cast<Sum>(r.lower), upper = static_cast<Sum>(r.row_unit - r.lower);
  for (int64_t i = 0; i < r.width * r.channels; ++i)
    sums[i] = static_cast<Sum>(static_cast<Sum>(upper * top[i]) + static_cast<Sum>(lower * bottom[i]));
}

// Two weights, and how a sum is rounded: halves away from zero is adding a half, less one to negative sums, then down.
template <class Sum>
struct Blend {
  Sum a, b, half, less;
  int shift;

  template <class T>
  T Of(Sum from_a, Sum from_b) const {
    const Sum sum = static_cast<Sum>(static_cast<Sum>(a * from_a) + static_cast<Sum>(b * from_b));
    return static_cast<T>(static_cast<Sum>(sum + half - (sum < 0 ? less : 0)) >> shift);
  }
};

template <class T, class Sum, int kBlock>
inline void BlendBlock(const Blend<Sum>& blend, const Sum* __restrict a, const Sum* __restrict b, T* __restrict y) {
  const Blend<Sum> own = blend;
  for (int i = 0; i < kBlock; ++i) y[i] = own.template Of<T>(a[i], b[i]);
}

template <class T, class Sum>
void InterpolateRow(const BilinearRow<T, Sum>& r) {
  constexpr int64_t kLarge = 32, kSmall = 16;
  BlendRows(r);
  Blend<Sum> blend{0, 0, 0, 0, r.shift};
  if (r.shift > 0) {
    blend.half = static_cast<Sum>(Sum{1} << (r.shift - 1));
    blend.less = 1;
  }
  T* y = r.y;
  for (int64_t k = 0; k < r.count; ++k, y += r.channels) {
    const BilinearColumn& c = r.columns[k];
    const Sum *a = r.sums + c.left * r.channels, *b = r.sums + c.right * r.channels;
    blend.b = static_cast<Sum>(c.weight);
    blend.a = static_cast<Sum>(r.column_unit - c.weight);
    int64_t i = 0;
    for (; i + kLarge <= r.channels; i += kLarge) BlendBlock<T, Sum, kLarge>(blend, a + i, b + i, y + i);
    for (; i + kSmall <= r.channels; i += kSmall) BlendBlock<T, Sum, kSmall>(blend, a + i, b + i, y + i);
    for (; i < r.channels; ++i) y[i] = blend.template Of<T>(a[i], b[i]);
  }
}

template <int kBlock>
inline void FloatBlock(const float* __restrict a, const float* __restrict b, float weight, float* __restrict y) {
  for (int i = 0; i < kBlock; ++i) y[i] = a[i] + (b[i] - a[i]) * weight;
}

void AlongRow(const FloatRow& r) {
  constexpr int64_t kLarge = 16, kSmall = 4;
  float* y = r.y;
  for (int64_t k = 0; k < r.count; ++k, y += r.channels) {
    const FloatColumn& c = r.columns[k];
    const float *a = r.x + c.left * r.channels, *b = r.x + c.right * r.channels;
    int64_t i = 0;
    for (; i + kLarge <= r.channels; i += kLarge) FloatBlock<kLarge>(a + i, b + i, c.weight, y + i);
    for (; i + kSmall <= r.channels; i += kSmall) FloatBlock<kSmall>(a + i, b + i, c.weight, y + i);
    for (; i < r.channels; ++i) y[i] = a[i] + (b[i] - a[i]) * c.weight;
  }
}

void BetweenRows(const FloatBlend& r) {
  const float* __restrict top = r.top, * __restrict bottom = r.bottom;
  float* __restrict y = r.y;
  const float weight = r.weight;
  for (int64_t i = 0; i < r.n; ++i) y[i] = top[i] + (bottom[i] - top[i]) * weight;
}

BilinearRows AllBilinearRows() {
  return {InterpolateRow<int8_t, int16_t>, InterpolateRow<int8_t, int32_t>, InterpolateRow<int16_t, int64_t>, AlongRow,
          BetweenRows};
}

}  // namespace
}  // namespace slipway::ops
