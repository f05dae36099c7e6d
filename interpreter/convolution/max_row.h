#pragma once
// The largest elements of each pooling window of one output row, per channel, one object per instruction set. No
// function bodies here.

#include <cstdint>

namespace slipway::interpreter {

// Windows of h x w pixels of `channels` elements, the first at column `left` (which may be negative), `stride` columns
// apart; what lies outside of [0, columns) does not count. y[i, c] = clamp(max over window i of x[.., c], lo, hi); a
// NaN stays only where it comes first.
template <class T>
struct MaxRow {
  const T* x;  // the first row of the windows, column 0
  int64_t row_step, columns, channels;
  int64_t h, w, left, stride;
  int64_t windows;
  T lo, hi;
};

template <class T>
using MaxOfRow = void (*)(const MaxRow<T>&, T* y);

// T: float, int8_t, uint8_t, int16_t, and for Portable every integer.
template <class T>
void MaxOfRowPortable(const MaxRow<T>&, T* y);
#if defined(__x86_64__)
template <class T>
void MaxOfRowAvx2(const MaxRow<T>&, T* y);
template <class T>
void MaxOfRowAvx512(const MaxRow<T>&, T* y);
#endif

// The best of this CPU.
template <class T>
MaxOfRow<T> BestMaxOfRow();

}  // namespace slipway::interpreter
