#include "interpreter/convolution/product_i8.h"

#include <algorithm>

namespace slipway::interpreter {

using gemm::Requantize;

WeightsI8 PackWeightsI8(const int8_t* weights, int64_t k_stride, int64_t n_stride, int64_t k, int64_t n) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  WeightsI8 w;
  w.k = k;
  w.n = n;
  w.packed = Buffer::Allocate(static_cast<size_t>(std::max<int64_t>(64, gemm::PackedBytesI8(tiles, k, n))));
  w.column_sums.resize(static_cast<size_t>(n));
  gemm::PackI8(tiles, weights, k_stride, n_stride, k, n, 0, n, reinterpret_cast<int8_t*>(w.packed.mutable_data()),
               w.column_sums.data());
  return w;
}

SignedWeights ToSignedWeights(const Tensor& weights) {
  SignedWeights s;
  const size_t n = static_cast<size_t>(weights.elements());
  const auto* bytes = static_cast<const uint8_t*>(weights.data());
  s.zero_point = weights.type().quant.empty() ? 0 : weights.type().quant.zero_point[0];
  if (weights.dtype() == DType::kI8) {
    s.codes = {reinterpret_cast<const int8_t*>(bytes), n};
    return s;
  }
  s.own.resize(n);
  if (weights.dtype() == DType::kI4) {
    for (size_t i = 0; i < n; ++i) s.own[i] = static_cast<int8_t>(PackedInt4(bytes, i));
  } else {
    for (size_t i = 0; i < n; ++i) s.own[i] = static_cast<int8_t>(bytes[i] ^ 0x80);
    s.zero_point -= 128;
  }
  s.codes = s.own;
  return s;
}

double ScaleProduct(float a, float b, bool float_product) {
  return float_product ? static_cast<double>(a * b) : static_cast<double>(a) * static_cast<double>(b);
}

Requantize MakeRequantize(const TensorType& x, const TensorType& weights, const TensorType& y,
                          ops::Activation activation, const int32_t* bias, const WeightsI8& packed,
                          int64_t weights_zero_point, int64_t first_output, Requantize::Rounding rounding,
                          bool float_product) {
  Requantize r;
  int64_t x_zero = x.quant.zero_point[0];
  int64_t stored_zero = x_zero + (x.dtype == DType::kU8 ? 0 : 128);
  std::vector<double> factors;
  for (int64_t j = 0; j < packed.n; ++j) {
    size_t channel = static_cast<size_t>(first_output + j);
    // In wrapping arithmetic, as the sums themselves.
    int64_t start = bias ? bias[channel] : 0;
    start += packed.k * x_zero * weights_zero_point - stored_zero * packed.column_sums[static_cast<size_t>(j)];
    r.start.push_back(static_cast<int32_t>(start));
    const std::vector<float>& scales = weights.quant.scale;
    double product = ScaleProduct(x.quant.scale[0], scales[scales.size() > 1 ? channel : 0], float_product);
    factors.push_back(product / static_cast<double>(y.quant.scale[0]));
  }
  SetFactors(factors, rounding, &r);
  r.zero_point = static_cast<int32_t>(y.quant.zero_point[0]);
  ops::CodeRange range = ops::QuantizedActivationRange(activation, y.dtype, y.quant);
  r.lo = range.lo;
  r.hi = range.hi;
  return r;
}

namespace {

void RunTile(const WeightsI8& weights, const RowsI8& a, int64_t column, gemm::TileI8 tile) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  tile.segments = a.segments;
  tile.num_segments = a.num_segments;
  tile.a_row = a.step;
  tile.b = reinterpret_cast<const int8_t*>(weights.packed.data()) + column * gemm::PaddedDepthI8(weights.k);
  bool half = tiles.half[a.rows] && weights.n - column <= tiles.columns / 2;
  (half ? tiles.half : tiles.tile)[a.rows](tile);
}

}  // namespace

void TileSumsI8(const WeightsI8& weights, const RowsI8& a, int64_t column, int32_t* sums) {
  RunTile(weights, a, column, {.sums = sums});
}

void TileFloatsI8(const WeightsI8& weights, const RowsI8& a, int64_t column, int32_t* sums,
                  const gemm::TileFloatsI8& floats) {
  RunTile(weights, a, column, {.sums = sums, .floats = &floats});
}

void TileCodesI8(const WeightsI8& weights, const gemm::Requantize& r, const RowsI8& a, int64_t column, int32_t* sums,
                 uint8_t* y, int64_t y_row, const int32_t* row_terms) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  const int64_t n = std::min<int64_t>(tiles.columns, weights.n - column);
  if (tiles.makes_results && r.in_tiles()) {
    gemm::TileCodesI8 codes{r.start.data() + column, r.factor.data() + column, r.zero_point, r.lo, r.hi, n, y, y_row};
    return RunTile(weights, a, column, {.sums = sums, .codes = &codes, .row_terms = row_terms});
  }
  TileSumsI8(weights, a, column, sums);
  if (!row_terms) return r.StoreRows({sums, a.rows, tiles.columns}, column, n, 0, y, y_row);
  for (int64_t i = 0; i < a.rows; ++i) r.Store(sums + i * tiles.columns, column, n, row_terms[i], y + i * y_row);
}

}  // namespace slipway::interpreter
