#include "interpreter/convolution/product_i8.h"

#include <algorithm>
#include <cstring>

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

gemm::TileI8 TileOf(const WeightsI8& weights, const RowsI8& a, int64_t column) {
  const auto* packed = reinterpret_cast<const int8_t*>(weights.packed.data());
  return {.segments = a.segments,
          .num_segments = a.num_segments,
          .a_row = a.step,
          .b = packed + column * gemm::PaddedDepthI8(weights.k)};
}

bool IsHalf(const WeightsI8& weights, int64_t column) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  return tiles.half[1] && weights.n - column <= tiles.columns / 2;
}

// All whole panels of [column, end) in one call, then the half one if there is one; `results` points the tile at what
// becomes of the columns from the given one on.
template <class Results>
void RunPanels(const WeightsI8& weights, const RowsI8& a, int64_t column, int64_t end, const Results& results) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  int64_t panels = (end - column + tiles.columns - 1) / tiles.columns;
  const int64_t last = column + (panels - 1) * tiles.columns;
  const bool half = IsHalf(weights, last);
  if (half) --panels;
  if (panels > 0) {
    gemm::TileI8 tile = TileOf(weights, a, column);
    tile.panels = panels;
    results(tile, 0);
    tiles.tile[a.rows](tile);
  }
  if (!half) return;
  gemm::TileI8 tile = TileOf(weights, a, last);
  results(tile, last - column);
  tiles.half[a.rows](tile);
}

}  // namespace

void TileSumsI8(const WeightsI8& weights, const RowsI8& a, int64_t column, int32_t* sums) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  gemm::TileI8 tile = TileOf(weights, a, column);
  tile.sums = sums;
  (IsHalf(weights, column) ? tiles.half : tiles.tile)[a.rows](tile);
}

void TileFloatsI8(const WeightsI8& weights, const RowsI8& a, int64_t column, const gemm::TileFloatsI8& floats) {
  gemm::TileFloatsI8 from;
  RunPanels(weights, a, column, column + floats.n, [&](gemm::TileI8& tile, int64_t skip) {
    from = floats;
    from.column_sums += skip;
    if (from.per_column) from.weight_scales += skip;
    if (from.bias) from.bias += skip;
    from.n -= skip;
    from.y += skip;
    tile.floats = &from;
  });
}

void TileCodesI8(const WeightsI8& weights, const gemm::Requantize& r, const RowsI8& a, int64_t column, int64_t end,
                 int32_t* sums, uint8_t* y, int64_t y_row, const int32_t* row_terms) {
  const gemm::TilesI8& tiles = gemm::BestTilesI8();
  if (tiles.makes_results && r.in_tiles()) {
    gemm::TileCodesI8 codes;
    return RunPanels(weights, a, column, end, [&](gemm::TileI8& tile, int64_t skip) {
      const int64_t at = column + skip;
      codes = {r.start.data() + at, r.factor.data() + at, r.zero_point, r.lo, r.hi, end - at, y + skip, y_row};
      tile.codes = &codes;
      tile.row_terms = row_terms;
    });
  }
  for (int64_t j = column; j < end; j += tiles.columns) {
    const int64_t n = std::min<int64_t>(tiles.columns, end - j);
    TileSumsI8(weights, a, j, sums);
    uint8_t* to = y + (j - column);
    if (!row_terms) {
      r.StoreRows({sums, a.rows, tiles.columns}, j, n, 0, to, y_row);
      continue;
    }
    for (int64_t i = 0; i < a.rows; ++i) r.Store(sums + i * tiles.columns, j, n, row_terms[i], to + i * y_row);
  }
}

}  // namespace slipway::interpreter
