#pragma once
// The largest elements of one pooling window, per channel, one object per instruction set. No function bodies here.

#include <cstdint>

namespace slipway::interpreter {

// h x w pixels of `channels` elements; steps in elements. y[c] = clamp(max over the window of x[.., c], lo, hi); a NaN
// stays only where it comes first.
template <class T>
struct MaxWindow {
  const T* x;
  int64_t row_step, pixel_step;
  int64_t h, w, channels;
  T lo, hi;
};

template <class T>
using MaxOfWindow = void (*)(const MaxWindow<T>&, T* y);

// T: float, int8_t, uint8_t, int16_t, and for Portable every integer.
template <class T>
void MaxOfWindowPortable(const MaxWindow<T>&, T* y);
#if defined(__x86_64__)
template <class T>
void MaxOfWindowAvx2(const MaxWindow<T>&, T* y);
template <class T>
void MaxOfWindowAvx512(const MaxWindow<T>&, T* y);
#endif

// The best of this CPU.
template <class T>
MaxOfWindow<T> BestMaxOfWindow();

}  // namespace slipway::interpreter
