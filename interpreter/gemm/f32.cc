#include "interpreter/gemm/f32.h"

#include <algorithm>

#include "base/cpu.h"
#include "interpreter/gemm/tasks.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int64_t kCacheBytes = 768 << 10;  // of the second-level cache, for a block of B

int64_t RoundUp(int64_t v, int64_t to) { return (v + to - 1) / to * to; }

// Four columns, `column` elements apart, of four neighbouring k each -> four rows of a panel.
void Transpose4x4(const float* from, int64_t column, float* to, int64_t width) {
  typedef float Four __attribute__((vector_size(16), aligned(4), may_alias));
  auto row = [&](int64_t j) { return *reinterpret_cast<const Four*>(from + j * column); };
  const Four a = row(0), b = row(1), c = row(2), d = row(3);
  const Four ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Four cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  *reinterpret_cast<Four*>(to) = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  *reinterpret_cast<Four*>(to + width) = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  *reinterpret_cast<Four*>(to + 2 * width) = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  *reinterpret_cast<Four*>(to + 3 * width) = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

// Columns [0, valid) of a panel, `column` elements apart, whose k are neighbours; the others become 0.
void TransposePanel(const float* b, int64_t column, int64_t rows, int64_t valid, int64_t width, float* panel) {
  constexpr int64_t kDepth = 64;  // what is written at a time stays in the first-level cache
  const int64_t whole = rows / 4 * 4, columns = valid / 4 * 4;
  for (int64_t i0 = 0; i0 < whole; i0 += kDepth)
    for (int64_t j = 0; j < columns; j += 4)
      for (int64_t i = i0; i < std::min(whole, i0 + kDepth); i += 4)
        Transpose4x4(b + j * column + i, column, panel + i * width + j, width);
  for (int64_t j = 0; j < width; ++j)
    for (int64_t i = j < columns ? whole : 0; i < rows; ++i)
      panel[i * width + j] = j < valid ? b[j * column + i] : 0.0f;
}

}  // namespace

const TilesF32& BestTilesF32() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return kTilesF32Avx512;
  if (IsaIs(CpuIsa(), Isa::kAvx2)) return kTilesF32Avx2;
#elif defined(__aarch64__)
  if (CpuIsa() != Isa::kPortable) return kTilesF32Neon;
#endif
  return kTilesF32Portable;
}

int64_t PackedElementsF32(const TilesF32& tiles, int64_t k, int64_t n) { return RoundUp(n, tiles.columns) * k; }

void PackF32(const TilesF32& tiles, const float* b, int64_t b_row, int64_t b_column, int64_t k, int64_t n,
             int64_t begin, int64_t end, float* packed) {
  PackRowsF32(tiles, b, b_row, b_column, k, 0, k, n, begin, end, packed);
}

void PackRowsF32(const TilesF32& tiles, const float* b, int64_t b_row, int64_t b_column, int64_t k, int64_t row,
                 int64_t rows, int64_t n, int64_t begin, int64_t end, float* packed) {
  constexpr int64_t kDepth = 16;  // a block of the transposing case stays in the first-level cache
  for (int64_t j0 = begin; j0 < end; j0 += tiles.columns) {
    int64_t width = tiles.columns, valid = std::min<int64_t>(width, n - j0);
    float* panel = packed + j0 * k + row * width;
    if (b_column == 1) {
      for (int64_t i = 0; i < rows; ++i) {
        const float* from = b + i * b_row + j0;
        float* to = panel + i * width;
        std::copy(from, from + valid, to);
        std::fill(to + valid, to + width, 0.0f);
      }
      continue;
    }
    if (b_row == 1) {
      TransposePanel(b + j0 * b_column, b_column, rows, valid, width, panel);
      continue;
    }
    for (int64_t i0 = 0; i0 < rows; i0 += kDepth) {
      int64_t i1 = std::min(rows, i0 + kDepth);
      for (int64_t j = 0; j < width; ++j) {
        const float* from = b + (j0 + j) * b_column;
        for (int64_t i = i0; i < i1; ++i) panel[i * width + j] = j < valid ? from[i * b_row] : 0.0f;
      }
    }
  }
}

int64_t TileRowsF32(const TilesF32& tiles, int64_t rows, int64_t a_row) {
  // Rows at such a distance share the ways of one set of the first-level cache with each other, and with B.
  constexpr int64_t kCacheStep = 1024, kCacheRows = 7;
  int64_t most = a_row % kCacheStep == 0 && a_row ? std::min<int64_t>(tiles.rows, kCacheRows) : tiles.rows;
  int64_t pieces = std::max<int64_t>(1, (rows + most - 1) / most);
  return std::max<int64_t>(1, (rows + pieces - 1) / pieces);
}

int64_t CachedColumnsF32(const TilesF32& tiles, int64_t k, int64_t n) {
  const int64_t fit = std::max<int64_t>(1, kCacheBytes / (4 * std::max<int64_t>(k, 1)) / tiles.columns);  // panels
  const int64_t panels = std::max<int64_t>(1, (n + tiles.columns - 1) / tiles.columns),
                blocks = (panels + fit - 1) / fit;
  return (panels + blocks - 1) / blocks * tiles.columns;
}

GridF32 MakeGridF32(const TilesF32& tiles, int64_t m, int64_t n, int64_t k, int threads) {
  GridF32 g;
  g.columns = CachedColumnsF32(tiles, k, n);
  g.column_blocks = (n + g.columns - 1) / g.columns;
  g.tile_rows = TileRowsF32(tiles, m, k);
  const int64_t row_tiles = (m + g.tile_rows - 1) / g.tile_rows;
  g.rows = std::max<int64_t>(1, row_tiles) * g.tile_rows;
  const int64_t wanted = TasksFor(threads, m * n * std::max<int64_t>(k, 1), 32 << 10);
  if (wanted > 1) {
    int64_t bands = std::max<int64_t>(1, wanted / std::max<int64_t>(1, g.column_blocks));
    bands = std::min(bands, row_tiles);
    g.rows = (row_tiles + bands - 1) / bands * g.tile_rows;
    if (bands * g.column_blocks < wanted) {
      int64_t panels = (n + tiles.columns - 1) / tiles.columns;
      int64_t blocks = std::min(panels, (wanted + bands - 1) / bands);
      g.columns = std::min(g.columns, (panels + blocks - 1) / blocks * tiles.columns);
      g.column_blocks = (n + g.columns - 1) / g.columns;
    }
  }
  g.row_blocks = (m + g.rows - 1) / g.rows;
  return g;
}

void RunTaskF32(const TilesF32& tiles, const GridF32& grid, const GemmF32& g, int task) {
  int64_t row0 = task % grid.row_blocks * grid.rows, row1 = std::min(g.m, row0 + grid.rows);
  int64_t col0 = task / grid.row_blocks * grid.columns, col1 = std::min(g.n, col0 + grid.columns);
  TileF32 t{};
  t.num_segments = 1;
  t.a_row = g.a_row;
  t.a_k = g.a_k;
  t.c_row = g.c_row;
  t.lo = g.lo;
  t.hi = g.hi;
  t.accumulate = g.accumulate;
  t.columns = col1 - col0;
  t.b_k = g.b_row ? g.b_row : tiles.columns;
  t.b_panel = g.b_row ? tiles.columns : g.k * tiles.columns;
  t.bias = g.bias ? g.bias + col0 : nullptr;
  auto& kernels = g.a_k == 1 ? tiles.row_major : tiles.column_major;
  for (int64_t i = row0; i < row1; i += grid.tile_rows) {
    SegmentF32 segment{g.a + i * g.a_row, g.b_row ? g.b + col0 : g.b + col0 * g.k, g.k};
    t.segments = &segment;
    t.c = g.c + i * g.c_row + col0;
    kernels[std::min(grid.tile_rows, row1 - i)](t);
  }
}

void RunGemmF32(const GemmF32& g, ThreadPool& pool) {
  const TilesF32& tiles = BestTilesF32();
  GridF32 grid = MakeGridF32(tiles, g.m, g.n, g.k, pool.num_threads());
  pool.Run(grid.tasks(), [&](int task) { RunTaskF32(tiles, grid, g, task); });
}

}  // namespace slipway::interpreter::gemm
