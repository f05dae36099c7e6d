#pragma once
// Plain loops over codes that are worth compiling for each instruction set: floats to codes and back, sums. The results
// are the same for all.

#include <cstdint>

#include "base/cpu.h"
#include "interpreter/math/rescale.h"

namespace slipway::interpreter {

template <class T>
struct CodeRows {
  // q = clamp(round(x / scale) + zero_point), halves away from zero, NaN lowest.
  void (*quantize)(const float* x, T* q, int64_t n, float scale, int32_t zero_point);
  // x = scale (q - zero_point).
  void (*dequantize)(const T* q, float* x, int64_t n, float scale, int32_t zero_point);
  // sums[i] += the sum of x[r stride + i] over rows, modulo 2^32.
  void (*columns)(const T* x, int64_t rows, int64_t stride, int64_t n, uint32_t* sums);
  // The sum of n <= 65536 neighbours.
  int32_t (*sum)(const T* x, int64_t n);
  // y = clamp(factor (totals - less) + zero_point).
  void (*rescale)(const Rescale& factor, const uint32_t* totals, uint32_t less, int32_t zero_point, T* y, int64_t n);
};

// T: int8_t, uint8_t or int16_t.
template <class T>
CodeRows<T> CodeRowsOf(Isa);

template <class T>
CodeRows<T> CodeRowsPortable();
#if defined(__x86_64__)
template <class T>
CodeRows<T> CodeRowsAvx2();
template <class T>
CodeRows<T> CodeRowsAvx512();
#endif

}  // namespace slipway::interpreter
