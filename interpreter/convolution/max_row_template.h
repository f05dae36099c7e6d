#pragma once
// The body of MaxOfRow*: blocks of fixed size, vectors of the including source's
// instruction set.

#include "interpreter/convolution/max_row.h"

namespace slipway::interpreter {
namespace {

// One window: h rows of w pixels.
template <class T>
struct MaxWindow {
  const T* x;
  int64_t row_step, pixel_step;
  int64_t h, w;
  T lo, hi;
};

template <class T, int kBlock>
inline void MaxBlock(const MaxWindow<T>& m, int64_t c, T* y) {
  typedef T Block __attribute__((vector_size(kBlock * sizeof(T))));
  Block best, from;
  __builtin_memcpy(&best, m.x + c, sizeof(best));
  for (int64_t h = 0; h < m.h; ++h)
    for (int64_t w = 0; w < m.w; ++w) {
      __builtin_memcpy(&from, m.x + h * m.row_step + w * m.pixel_step + c, sizeof(from));
      best = best < from ? from : best;
    }
  const Block lo = m.lo - Block{}, hi = m.hi - Block{};
  best = best < lo ? lo : best;
  best = best > hi ? hi : best;
  __builtin_memcpy(y + c, &best, sizeof(best));
}

template <class T>
inline void MaxElement(const MaxWindow<T>& m, int64_t c, T* y) {
  T best = m.x[c];
  for (int64_t h = 0; h < m.h; ++h)
    for (int64_t w = 0; w < m.w; ++w) {
      const T from = m.x[h * m.row_step + w * m.pixel_step + c];
      best = best < from ? from : best;
    }
  best = best < m.lo ? m.lo : best;
  y[c] = best > m.hi ? m.hi : best;
}

template <class T>
inline void MaxOfRowLoop(const MaxRow<T>& m, T* y) {
  constexpr int kLarge = 64 / sizeof(T), kSmall = 16 / sizeof(T);
  for (int64_t i = 0; i < m.windows; ++i, y += m.channels) {
    const int64_t left = m.left + i * m.stride, first = left < 0 ? 0 : left;
    const int64_t last = left + m.w < m.columns ? left + m.w : m.columns;
    const MaxWindow<T> window = {m.x + first * m.channels, m.row_step, m.channels, m.h, last - first, m.lo, m.hi};
    int64_t c = 0;
    for (; c + kLarge <= m.channels; c += kLarge) MaxBlock<T, kLarge>(window, c, y);
    for (; c + kSmall <= m.channels; c += kSmall) MaxBlock<T, kSmall>(window, c, y);
    for (; c < m.channels; ++c) MaxElement(window, c, y);
  }
}

}  // namespace
}  // namespace slipway::interpreter
