#include "interpreter/gemm/i8.h"

#include <algorithm>
#include <cstring>

#include "base/cpu.h"
#include "interpreter/gemm/requantize.h"

namespace slipway::interpreter::gemm {

const TilesI8& BestTilesI8() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAmx)) return kTilesI8Amx;
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return kTilesI8Avx512;
  if (IsaIs(CpuIsa(), Isa::kAvx2)) return kTilesI8Avx2;
#elif defined(__aarch64__)
  if (IsaIs(CpuIsa(), Isa::kNeonDot)) return kTilesI8NeonDot;
  if (IsaIs(CpuIsa(), Isa::kNeon)) return kTilesI8Neon;
#endif
  return kTilesI8Portable;
}

namespace {

template <class T>
void Store(const TilesI8& tiles, const T* codes, int64_t n, std::byte* row, int64_t at) {
  constexpr int offset = std::is_signed_v<T> ? 128 : 0;
  if (tiles.element_bytes == 1) {
    auto* to = reinterpret_cast<uint8_t*>(row) + at;
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<uint8_t>(static_cast<uint8_t>(codes[i]) ^ offset);
  } else {
    auto* to = reinterpret_cast<int16_t*>(row) + at;
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<int16_t>(codes[i] + offset);
  }
}

}  // namespace

void StoreCodesI8(const TilesI8& tiles, const int8_t* codes, int64_t n, std::byte* row, int64_t at) {
  Store(tiles, codes, n, row, at);
}
void StoreCodesI8(const TilesI8& tiles, const uint8_t* codes, int64_t n, std::byte* row, int64_t at) {
  Store(tiles, codes, n, row, at);
}

void FillCodesI8(const TilesI8& tiles, uint8_t value, int64_t n, std::byte* row, int64_t at) {
  if (tiles.element_bytes == 1)
    std::fill_n(reinterpret_cast<uint8_t*>(row) + at, n, value);
  else
    std::fill_n(reinterpret_cast<int16_t*>(row) + at, n, static_cast<int16_t>(value));
}

int64_t PackedBytesI8(const TilesI8& tiles, int64_t k, int64_t n) {
  return (n + tiles.columns - 1) / tiles.columns * tiles.columns * PaddedDepthI8(k);
}

namespace {

// One panel of B: `n` columns (the rest of the panel stays 0) over depth k.
struct PanelSource {
  const int8_t* b;
  int64_t row, column, k, n;
};

// Depth in order: groups are copied as they are, some of each column in turn, so that what is written stays in the
// first-level cache.
template <int Group>
void PackDeepPanel(const PanelSource& s, int columns, int8_t* panel, int32_t* sums) {
  constexpr int64_t kGroups = 16;
  const int64_t whole = s.k / Group;
  for (int64_t g0 = 0; g0 < whole; g0 += kGroups)
    for (int64_t j = 0; j < s.n; ++j) {
      const int8_t* __restrict from = s.b + j * s.column;
      int8_t* __restrict to = panel + j * Group;
      for (int64_t g = g0; g < std::min(whole, g0 + kGroups); ++g)
        std::memcpy(to + g * columns * Group, from + g * Group, Group);
    }
  for (int64_t j = 0; j < s.n; ++j) {
    const int8_t* from = s.b + j * s.column;
    for (int64_t i = whole * Group; i < s.k; ++i) panel[(whole * columns + j) * Group + i % Group] = from[i];
    int32_t sum = 0;
    for (int64_t i = 0; i < s.k; ++i) sum += from[i];
    sums[j] = sum;
  }
}

// Columns in order: Group rows are interleaved.
template <int Group>
void PackWidePanel(const PanelSource& s, int columns, int8_t* panel, int32_t* sums) {
  int32_t total[kMaxTileColumnsI8] = {};
  for (int64_t i0 = 0; i0 < s.k; i0 += Group) {
    int8_t rows[Group][kMaxTileColumnsI8] = {};
    for (int64_t i = 0; i < std::min<int64_t>(Group, s.k - i0); ++i)
      std::memcpy(rows[i], s.b + (i0 + i) * s.row, static_cast<size_t>(s.n));
    int8_t* __restrict to = panel + i0 * columns;
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < Group; ++i) {
        to[j * Group + i] = rows[i][j];
        total[j] += rows[i][j];
      }
  }
  std::copy_n(total, s.n, sums);
}

void PackAnyPanel(const PanelSource& s, int group, int columns, int8_t* panel, int32_t* sums) {
  for (int64_t j = 0; j < s.n; ++j) {
    int32_t sum = 0;
    for (int64_t i = 0; i < s.k; ++i) {
      const int8_t code = s.b[i * s.row + j * s.column];
      panel[(i / group * columns + j) * group + i % group] = code;
      sum += code;
    }
    sums[j] = sum;
  }
}

void PackPanel(const PanelSource& s, int group, int columns, int8_t* panel, int32_t* sums) {
  if (s.row == 1 && group == 4) return PackDeepPanel<4>(s, columns, panel, sums);
  if (s.row == 1 && group == 2) return PackDeepPanel<2>(s, columns, panel, sums);
  if (s.column == 1 && group == 4) return PackWidePanel<4>(s, columns, panel, sums);
  if (s.column == 1 && group == 2) return PackWidePanel<2>(s, columns, panel, sums);
  PackAnyPanel(s, group, columns, panel, sums);
}

}  // namespace

void PackI8(const TilesI8& tiles, const int8_t* b, int64_t b_row, int64_t b_column, int64_t k, int64_t n, int64_t begin,
            int64_t end, int8_t* packed, int32_t* column_sums) {
  const int64_t depth = PaddedDepthI8(k);
  for (int64_t j0 = begin; j0 < end; j0 += tiles.columns) {
    const PanelSource source{b + j0 * b_column, b_row, b_column, k, std::min<int64_t>(tiles.columns, n - j0)};
    int8_t* panel = packed + j0 * depth;
    int32_t unused[kMaxTileColumnsI8];
    // What no element is written to.
    if (source.n < tiles.columns || k != depth) std::memset(panel, 0, static_cast<size_t>(tiles.columns * depth));
    PackPanel(source, tiles.group, tiles.columns, panel, column_sums ? column_sums + j0 : unused);
  }
}

void SetFactors(const std::vector<double>& factors, Requantize::Rounding rounding, Requantize* r) {
  r->rounding = rounding;
  for (double f : factors) {
    r->factors_below_1 = r->factors_below_1 && f < 0.99;
    if (rounding == Requantize::Rounding::kNearest)
      r->factor.push_back(static_cast<float>(f));
    else
      r->fixed.push_back(QuantizeMultiplier(f));
  }
}

namespace {

RequantizeRows BestRows() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return RequantizeRowsAvx512;
  if (IsaIs(CpuIsa(), Isa::kAvx2)) return RequantizeRowsAvx2;
#endif
  return RequantizeRowsPortable;
}

}  // namespace

void Requantize::StoreRows(const RowsOf& from, int64_t column, int64_t n, int32_t row_term, void* y, int64_t y_step,
                           const int32_t* starts) const {
  static const RequantizeRows best = BestRows();
  const int32_t* start_of = (starts ? starts : start.data()) + column;
  auto* to = static_cast<uint8_t*>(y);
  if (rounding == Rounding::kNearest)
    return best(
        {from.sums, start_of, factor.data() + column, from.rows, n, from.step, y_step, row_term, zero_point, lo, hi},
        to);
  for (int64_t r = 0; r < from.rows; ++r)
    for (int64_t j = 0; j < n; ++j) {
      int32_t sum = static_cast<int32_t>(static_cast<uint32_t>(from.sums[r * from.step + j]) +
                                         static_cast<uint32_t>(row_term) + static_cast<uint32_t>(start_of[j]));
      FixedMultiplier m = fixed[static_cast<size_t>(column + j)];
      int64_t q = rounding == Rounding::kTwice ? MultiplyFixed(sum, m) : MultiplyFixedOnce(sum, m);
      to[r * y_step + j] = static_cast<uint8_t>(std::clamp<int64_t>(q + zero_point, lo, hi));
    }
}

}  // namespace slipway::interpreter::gemm
