#include "interpreter/gemm/i8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "base/cpu.h"

namespace slipway::interpreter::gemm {
namespace {

std::vector<const TilesI8*> AllTilesI8() {
  std::vector<const TilesI8*> all = {&kTilesI8Portable};
#if defined(__x86_64__)
  if (CpuIsa() == Isa::kAvx2 || IsaIs(CpuIsa(), Isa::kAvx512)) all.push_back(&kTilesI8Avx2);
  if (IsaIs(CpuIsa(), Isa::kAvx512)) all.push_back(&kTilesI8Avx512);
  if (CpuIsa() == Isa::kAmx) all.push_back(&kTilesI8Amx);
#elif defined(__aarch64__)
  all.push_back(&kTilesI8Neon);
  if (CpuIsa() == Isa::kNeonDot) all.push_back(&kTilesI8NeonDot);
#endif
  return all;
}

// Rows of stored codes in segments that lie apart, weights, and what their product is.
struct Case {
  Case(const TilesI8& tiles, int64_t rows, int64_t n, const std::vector<int64_t>& lengths, std::mt19937& random)
      : tiles(tiles), rows(rows), n(n) {
    int64_t k = 0;
    for (int64_t length : lengths) k += length;
    std::vector<uint8_t> a(static_cast<size_t>(rows * k));
    std::vector<int8_t> b(static_cast<size_t>(k * n));
    // The largest products among them: pairs of bytes must not saturate.
    for (uint8_t& x : a) x = random() % 4 ? static_cast<uint8_t>(random()) : 255;
    for (int8_t& x : b) x = random() % 4 ? static_cast<int8_t>(random()) : int8_t{-128};
    for (int64_t length : lengths) parts.emplace_back(static_cast<size_t>(rows * length * tiles.element_bytes));
    a_row = lengths[0] * tiles.element_bytes;  // the others have room behind
    for (std::vector<std::byte>& part : parts) part.resize(static_cast<size_t>(a_row * rows));
    int64_t begin = 0;
    for (size_t s = 0; s < lengths.size(); ++s) {
      for (int64_t r = 0; r < rows; ++r)
        StoreCodesI8(tiles, a.data() + r * k + begin, lengths[s], parts[s].data() + r * a_row, 0);
      segments.push_back({parts[s].data(), lengths[s] / tiles.group});
      begin += lengths[s];
    }
    packed.resize(static_cast<size_t>(PackedBytesI8(tiles, k, n)));
    column_sums.resize(static_cast<size_t>(n));
    PackI8(tiles, b.data(), n, 1, k, n, 0, n, packed.data(), column_sums.data());
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t j = 0; j < n; ++j) {
        int32_t sum = 0;
        for (int64_t i = 0; i < k; ++i)
          sum += int32_t{a[static_cast<size_t>(r * k + i)]} * b[static_cast<size_t>(i * n + j)];
        sums.push_back(sum);
      }
    panel = tiles.columns * PaddedDepthI8(k);
  }
  TileI8 Tile() const {
    return {.segments = segments.data(),
            .num_segments = static_cast<int64_t>(segments.size()),
            .a_row = a_row,
            .b = packed.data()};
  }
  const TilesI8& tiles;
  int64_t rows, n, a_row = 0, panel = 0;
  std::vector<std::vector<std::byte>> parts;
  std::vector<SegmentI8> segments;
  std::vector<int8_t> packed;
  std::vector<int32_t> column_sums, sums;  // of [rows, n]
};

void CheckSums(const Case& c) {
  for (int64_t j0 = 0; j0 < c.n; j0 += c.tiles.columns) {
    const int64_t n = std::min<int64_t>(c.tiles.columns, c.n - j0);
    alignas(64) int32_t sums[kMaxTileRowsI8 * kMaxTileColumnsI8];
    TileI8 tile = c.Tile();
    tile.b += j0 / c.tiles.columns * c.panel;
    tile.sums = sums;
    const bool half = c.tiles.half[c.rows] && n <= c.tiles.columns / 2;
    (half ? c.tiles.half : c.tiles.tile)[c.rows](tile);
    for (int64_t r = 0; r < c.rows; ++r)
      for (int64_t j = 0; j < n; ++j)
        ASSERT_EQ(sums[r * c.tiles.columns + j], c.sums[static_cast<size_t>(r * c.n + j0 + j)]) << r << "," << j0 + j;
  }
}

// All panels in one call; only the last may have columns that do not exist.
void CheckCodes(const Case& c, std::mt19937& random) {
  std::vector<int32_t> start, terms;
  std::vector<float> factor;
  for (int64_t j = 0; j < c.n; ++j) {
    start.push_back(static_cast<int32_t>(random() % 1000) - 128 * c.column_sums[static_cast<size_t>(j)]);
    factor.push_back(static_cast<float>(random() % 1000) * 1e-5f);
  }
  for (int64_t r = 0; r < c.rows; ++r) terms.push_back(static_cast<int32_t>(random() % 2001) - 1000);
  std::vector<uint8_t> y(static_cast<size_t>(c.rows * c.n + 1), 77);
  const TileCodesI8 codes{start.data(), factor.data(), -3, -100, 120, c.n, y.data(), c.n};
  for (bool with_terms : {false, true}) {
    TileI8 tile = c.Tile();
    tile.codes = &codes;
    tile.panels = (c.n + c.tiles.columns - 1) / c.tiles.columns;
    if (with_terms) tile.row_terms = terms.data();
    c.tiles.tile[c.rows](tile);
    for (int64_t r = 0; r < c.rows; ++r)
      for (int64_t j = 0; j < c.n; ++j) {
        const int32_t sum = c.sums[static_cast<size_t>(r * c.n + j)] + start[static_cast<size_t>(j)] +
                            (with_terms ? terms[static_cast<size_t>(r)] : 0);
        const float scaled = std::nearbyint(static_cast<float>(sum) * factor[static_cast<size_t>(j)]);
        ASSERT_EQ(static_cast<int8_t>(y[static_cast<size_t>(r * c.n + j)]), std::clamp(scaled - 3, -100.0f, 120.0f));
      }
  }
  ASSERT_EQ(y.back(), 77);
}

void CheckFloats(const Case& c, std::mt19937& random) {
  std::vector<float> scales, bias;
  std::vector<RowScale> rows;
  for (int64_t j = 0; j < c.n; ++j) {
    scales.push_back(static_cast<float>(random() % 1000) * 1e-4f);
    bias.push_back(static_cast<float>(random() % 1000));
  }
  for (int64_t r = 0; r < c.rows; ++r)
    rows.push_back({static_cast<float>(random() % 1000) * 1e-3f, static_cast<int32_t>(random() % 255)});
  std::vector<float> y(static_cast<size_t>(c.rows * c.n + 1), 77);
  const TileFloatsI8 floats{
      c.column_sums.data(), scales.data(), true, bias.data(), rows.data(), 0, -1e3f, 1e30f, c.n, y.data(), c.n};
  TileI8 tile = c.Tile();
  tile.floats = &floats;
  tile.panels = (c.n + c.tiles.columns - 1) / c.tiles.columns;
  c.tiles.tile[c.rows](tile);
  for (int64_t r = 0; r < c.rows; ++r)
    for (int64_t j = 0; j < c.n; ++j) {
      const RowScale row = rows[static_cast<size_t>(r)];
      const size_t column = static_cast<size_t>(j);
      const int32_t sum = c.sums[static_cast<size_t>(r * c.n + j)] - row.zero_point * c.column_sums[column];
      const float wanted = std::max(-1e3f, row.scale * scales[column] * static_cast<float>(sum) + bias[column]);
      ASSERT_NEAR(y[static_cast<size_t>(r * c.n + j)], wanted, 1e-5f * std::abs(wanted) + 1e-3f);
    }
  ASSERT_EQ(y.back(), 77);
}

TEST(GemmI8, EqualsTheObviousLoopForEveryTile) {
  const std::vector<std::vector<int64_t>> depths = {{4},          {28},         {64},          {68},       {192},
                                                    {260},        {48, 48, 48}, {72, 72, 72},  {128, 128}, {64, 128, 4},
                                                    {20, 36, 36}, {8, 4, 8, 4}, {200, 64, 136}};
  std::mt19937 random(1);
  for (const TilesI8* tiles : AllTilesI8())
    for (int64_t rows = 1; rows <= tiles->rows; ++rows)
      for (int64_t n : {1, 9, 16, 17, 32, 40, 64, 96, 101})
        for (std::vector<int64_t> lengths : depths) {
          std::sort(lengths.rbegin(), lengths.rend());
          const Case c(*tiles, rows, n, lengths, random);
          CheckSums(c);
          if (tiles->makes_results) {
            CheckCodes(c, random);
            CheckFloats(c, random);
          }
          if (tiles->release) tiles->release();
          if (HasFatalFailure()) return;
        }
}

}  // namespace
}  // namespace slipway::interpreter::gemm
