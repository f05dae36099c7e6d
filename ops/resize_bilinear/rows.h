#pragma once
// One row of bilinear interpolation of i8 and i16 codes, compiled once per instruction set. Weights are whole parts of
// a unit that is a power of two, so that two steps - down the columns, then along the row - give the exact sum of the
// four products.

#include <cstdint>

#include "base/cpu.h"

namespace slipway::ops {

// One column of the result: between two pixels of the row, the second with this weight.
struct BilinearColumn {
  int64_t left, right;
  int32_t weight;
};

template <class T, class Sum>
struct BilinearRow {
  const T *top, *bottom;  // rows of x
  int64_t width, channels;
  int32_t lower, row_unit;  // weight of `bottom`
  const BilinearColumn* columns;
  int64_t count;
  int32_t column_unit;
  int shift;  // of row_unit * column_unit
  Sum* sums;  // room for a row of x
  T* y;
};

// Of f32, in two steps: along a row, y[k] = x[left] + (x[right] - x[left]) weight for columns of `channels` elements,
// and between two such rows, y = top + (bottom - top) weight for n elements.
struct FloatColumn {
  int64_t left, right;
  float weight;
};
struct FloatRow {
  const float* x;
  int64_t channels;
  const FloatColumn* columns;
  int64_t count;
  float* y;
};
struct FloatBlend {
  const float *top, *bottom;
  float weight;
  int64_t n;
  float* y;
};

// Codes: y = the weighted sum / (row_unit column_unit), halves away from zero.
struct BilinearRows {
  void (*i8_words)(const BilinearRow<int8_t, int16_t>&);  // row_unit * column_unit <= 128
  void (*i8)(const BilinearRow<int8_t, int32_t>&);        // <= 2^20
  void (*i16)(const BilinearRow<int16_t, int64_t>&);
  void (*along)(const FloatRow&);
  void (*between)(const FloatBlend&);
};

BilinearRows BilinearRowsOf(Isa);
#if defined(__x86_64__)
BilinearRows BilinearRowsAvx2();
BilinearRows BilinearRowsAvx512();
#endif

}  // namespace slipway::ops
