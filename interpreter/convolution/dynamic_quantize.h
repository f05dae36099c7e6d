#pragma once
// Quantization of float activations at run time, for layers with 8-bit weights and float activations ("dynamic range").
// Measured with LiteRT 2.3's reference kernels: convolutions quantize each image, FULLY_CONNECTED and BATCH_MATMUL each
// row; with a zero point, but for FULLY_CONNECTED and BATCH_MATMUL without asymmetric_quantize_inputs.

#include <cstdint>

#include "base/thread_pool.h"
#include "interpreter/gemm/i8_tile.h"

namespace slipway::interpreter {

using DynamicScale = gemm::RowScale;

// Codes in [-128, 127] over a range widened to 0 (asymmetric), or in [-127, 127] (symmetric). Not finite elements give
// some code.
DynamicScale QuantizeDynamic(const float* x, int64_t n, bool asymmetric, int8_t* codes);
// The same as stored codes (gemm/i8.h): unsigned, with 128 added to codes and zero point.
DynamicScale QuantizeStored(const float* x, int64_t n, bool asymmetric, uint8_t* codes);
// The same by all threads.
DynamicScale QuantizeStored(const float* x, int64_t n, bool asymmetric, uint8_t* codes, ThreadPool& pool);

// y[r, j] = clamp(scale_r weight_scales[j] (sums[r, j] - (zero point_r + offset) column_sums[j]) + bias[j]), rows of
// y_step elements; bias may be nullptr. weight_scales: one, or one per column. NaN in a scale passes through.
struct DynamicOutput {
  const float* weight_scales;
  bool per_column;
  const float* bias;
  float lo, hi;
};
struct DynamicSums {
  const int32_t* sums;
  const DynamicScale* scales;  // one per row
  int64_t rows = 1, step = 0;  // elements from row to row
};
void StoreDynamic(const DynamicOutput& out, const DynamicSums& sums, const int32_t* column_sums, int32_t offset,
                  int64_t n, float* y, int64_t y_step = 0);

}  // namespace slipway::interpreter
