#pragma once
// The body of MaxOfWindow*: blocks of fixed size, which compilers keep in registers of the including source's
// instruction set.

#include "interpreter/convolution/max_window.h"

namespace slipway::interpreter {
namespace {

template <class T, int kBlock>
inline void MaxBlock(const MaxWindow<T>& m, int64_t c, T* __restrict y) {
  T best[kBlock];
  for (int i = 0; i < kBlock; ++i) best[i] = m.x[c + i];
  for (int64_t h = 0; h < m.h; ++h)
    for (int64_t w = 0; w < m.w; ++w) {
      const T* __restrict from = m.x + h * m.row_step + w * m.pixel_step + c;
      for (int i = 0; i < kBlock; ++i) best[i] = best[i] < from[i] ? from[i] : best[i];
    }
  for (int i = 0; i < kBlock; ++i) {
    T v = best[i] < m.lo ? m.lo : best[i];
    y[c + i] = v > m.hi ? m.hi : v;
  }
}

template <class T>
inline void MaxOfWindowLoop(const MaxWindow<T>& m, T* y) {
  constexpr int kLarge = 64 / sizeof(T), kSmall = 16 / sizeof(T);
  int64_t c = 0;
  for (; c + kLarge <= m.channels; c += kLarge) MaxBlock<T, kLarge>(m, c, y);
  for (; c + kSmall <= m.channels; c += kSmall) MaxBlock<T, kSmall>(m, c, y);
  for (; c < m.channels; ++c) MaxBlock<T, 1>(m, c, y);
}

}  // namespace
}  // namespace slipway::interpreter
