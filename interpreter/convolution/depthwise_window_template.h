#pragma once
// depthwise_window_tile.h for vectors V: V::kWidth floats; V::Load, V::Store and their Part forms for the first n of
// them; V::MulAdd(a, b, c) = a b + c; V::Clamp(v, lo, hi) lets NaN pass.

#include "interpreter/convolution/depthwise_window_tile.h"

namespace slipway::interpreter {

namespace {

template <class V, int Filter, int Stride, int Pixels, int Rows, bool Full>
inline __attribute__((always_inline)) void WindowBlock(const DepthwiseWindowF32& t, int64_t c, int64_t n) {
  constexpr int kColumns = (Pixels - 1) * Stride + Filter, kInputs = (Rows - 1) * Stride + Filter;
  auto load = [n](const float* p) { return Full ? V::Load(p) : V::LoadPart(p, n); };
  typename V::Type sum[Rows][Pixels];
  const typename V::Type start = t.bias ? load(t.bias + c) : V::Zero();
#pragma GCC unroll 2
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
    for (int p = 0; p < Pixels; ++p) sum[r][p] = start;
  const int64_t channels = t.channels;
#pragma GCC unroll 6
  for (int i = 0; i < kInputs; ++i) {
    const float* x = t.x[i];
    if (!x) continue;
    x += c;
    typename V::Type w[Rows][Filter];
#pragma GCC unroll 2
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 5
      for (int k = 0; k < Filter; ++k) {
        const int row = i - r * Stride;
        if (row >= 0 && row < Filter) w[r][k] = load(t.w + (row * Filter + k) * channels + c);
      }
#pragma GCC unroll 17
    for (int j = 0; j < kColumns; ++j) {
      if ((j < Filter - 1 && j < t.first) || (j > (Pixels - 1) * Stride && j >= t.last)) continue;
      const typename V::Type v = load(x);
      x += channels;
#pragma GCC unroll 2
      for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 5
        for (int k = 0; k < Filter; ++k) {
          const int row = i - r * Stride, at = j - k;
          if (row >= 0 && row < Filter && at >= 0 && at % Stride == 0 && at / Stride < Pixels)
            sum[r][at / Stride] = V::MulAdd(v, w[r][k], sum[r][at / Stride]);
        }
    }
  }
#pragma GCC unroll 2
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
    for (int p = 0; p < Pixels; ++p) {
      float* y = t.y + r * t.y_row + p * channels + c;
      const typename V::Type v = V::Clamp(sum[r][p], t.lo, t.hi);
      if constexpr (Full)
        V::Store(y, v);
      else
        V::StorePart(y, v, n);
    }
}

template <class V, int Filter, int Stride, int Pixels, int Rows>
void Window(const DepthwiseWindowF32& t) {
  int64_t c = 0;
  for (; c + V::kWidth <= t.channels; c += V::kWidth) WindowBlock<V, Filter, Stride, Pixels, Rows, true>(t, c, 0);
  if (c < t.channels) WindowBlock<V, Filter, Stride, Pixels, Rows, false>(t, c, t.channels - c);
}

template <class V, int Filter, bool TwoRows>
constexpr void SetWindows(DepthwiseWindowsF32::Run (&run)[2][3][2]) {
  run[0][0][0] = Window<V, Filter, 1, kWindowPixels[0], 1>;
  run[0][1][0] = Window<V, Filter, 1, kWindowPixels[1], 1>;
  run[0][2][0] = Window<V, Filter, 1, kWindowPixels[2], 1>;
  run[1][0][0] = Window<V, Filter, 2, kWindowPixels[0], 1>;
  run[1][1][0] = Window<V, Filter, 2, kWindowPixels[1], 1>;
  run[1][2][0] = Window<V, Filter, 2, kWindowPixels[2], 1>;
  if constexpr (TwoRows) {
    run[0][0][1] = Window<V, Filter, 1, kWindowPixels[0], 2>;
    run[0][1][1] = Window<V, Filter, 1, kWindowPixels[1], 2>;
    run[0][2][1] = Window<V, Filter, 1, kWindowPixels[2], 2>;
  }
}

// Two rows need 2 (pixels + filter) + 1 registers.
template <class V, bool TwoRows>
constexpr DepthwiseWindowsF32 MakeWindows() {
  DepthwiseWindowsF32 w{};
  SetWindows<V, 3, TwoRows>(w.run[0]);
  SetWindows<V, 5, TwoRows>(w.run[1]);
  return w;
}

}  // namespace

}  // namespace slipway::interpreter
