#pragma once
// The loops of dynamic_quantize.h, one object per instruction set. No function bodies here.

#include <cstdint>

#include "interpreter/convolution/dynamic_quantize.h"

namespace slipway::interpreter {

// codes = clamp(zero + round(x inverse), least, 127), halves away from zero; their bits of `flip` changed.
struct EncodeArgs {
  const float* x;
  int64_t n;
  float inverse, zero, least;
  int8_t* codes;
  uint8_t flip;
};

// y[r, j] = clamp(scale_r weight_scales[j] (sums[r, j] - (zero_r + offset) column_sums[j]) + bias[j], lo, hi)
struct DecodeRowsArgs {
  const int32_t* sums;
  int64_t rows, n;
  int64_t sums_step, y_step;  // elements from row to row
  const int32_t* column_sums;
  const float* weight_scales;  // one, or one per column
  bool per_column;
  const float* bias;           // may be nullptr
  const DynamicScale* scales;  // one per row
  int32_t offset;
  float lo, hi;
  float* y;
};

struct DynamicRows {
  // Widens [lo, hi] to x; NaN is passed over.
  void (*range)(const float* x, int64_t n, float* lo, float* hi);
  void (*encode)(const EncodeArgs&);
  void (*decode)(const DecodeRowsArgs&);
};

extern const DynamicRows kDynamicRowsPortable;
#if defined(__x86_64__)
extern const DynamicRows kDynamicRowsAvx2;
extern const DynamicRows kDynamicRowsAvx512;
#endif

}  // namespace slipway::interpreter
