#pragma once
// 8-bit matrix product with weights that were packed once: what quantized convolutions and fully connected layers run.

#include <span>
#include <vector>

#include "base/tensor.h"
#include "interpreter/gemm/i8.h"
#include "ops/attributes.h"

namespace slipway::interpreter {

// Weights of n outputs over k inputs, packed, with the sum of each column.
struct WeightsI8 {
  int64_t k = 0, n = 0;
  Buffer packed;
  std::vector<int32_t> column_sums;
};

// `weights`: element (input i, output j) at i * k_stride + j * n_stride.
WeightsI8 PackWeightsI8(const int8_t* weights, int64_t k_stride, int64_t n_stride, int64_t k, int64_t n);

// Constant weights as signed codes: i8 as they are (the tensor must live on), u8 minus 128, i4 unpacked. `zero_point`
// is moved along.
struct SignedWeights {
  SignedWeights() = default;
  SignedWeights(SignedWeights&&) = default;  // `codes` may point into `own`, which moves along
  std::span<const int8_t> codes;
  int64_t zero_point = 0;
  std::vector<int8_t> own;
};
SignedWeights ToSignedWeights(const Tensor& weights);

// The product of two scales as TFLite forms it: in float or in double.
double ScaleProduct(float a, float b, bool float_product);

// The requantization of x [scale, zero point] times weights to y, per output; `bias` may be nullptr.
// Scales: as many as outputs, or one. `float_product`: TFLite multiplies the scales of x and weights as floats (u8
// convolutions and BATCH_MATMUL), else as doubles.
gemm::Requantize MakeRequantize(const TensorType& x, const TensorType& weights, const TensorType& y,
                                ops::Activation activation, const int32_t* bias, const WeightsI8& packed,
                                int64_t weights_zero_point, int64_t first_output, gemm::Requantize::Rounding rounding,
                                bool float_product);

// Rows of A as stored codes (gemm::StoreCodesI8): `segments` that together are k elements, in whole groups.
struct RowsI8 {
  const gemm::SegmentI8* segments;
  int64_t num_segments;
  int64_t step;  // bytes from row to row
  int64_t rows;
};
// Rows times the weights: sums of columns [column, column + columns of a tile) to `sums`, rows of tiles.columns.
void TileSumsI8(const WeightsI8& weights, const RowsI8& a, int64_t column, int32_t* sums);
// Columns [column, end) requantized, to rows of y (at that column) that lie y_row apart. `sums` is for use on the way;
// row_terms are added to the sums of each row if not nullptr. column: a multiple of tiles.columns.
void TileCodesI8(const WeightsI8& weights, const gemm::Requantize& requantize, const RowsI8& a, int64_t column,
                 int64_t end, int32_t* sums, uint8_t* y, int64_t y_row, const int32_t* row_terms);
// The same to floats, where TilesI8::makes_results; of the columns that `floats` begins with.
void TileFloatsI8(const WeightsI8& weights, const RowsI8& a, int64_t column, const gemm::TileFloatsI8& floats);

}  // namespace slipway::interpreter
