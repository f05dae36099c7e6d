#pragma once
// f32 matrix product C = clamp(A B + bias), on the best tiles of this CPU.
//
// - B is read packed in panels of TilesF32::columns columns (PackF32), or in place when its rows are contiguous.
// - Work is cut into tasks over blocks of rows and columns of C; the reduction is never split, so results do not
//   depend on the number of threads.
// - Blocks of B are chosen to stay in the second-level cache while rows of A pass by.
// Thread safe: everything is a function of its arguments.

#include <cstddef>
#include <limits>

#include "base/thread_pool.h"
#include "interpreter/gemm/f32_tile.h"

namespace slipway::interpreter::gemm {

// The tiles of this CPU (base/cpu.h).
const TilesF32& BestTilesF32();

// Elements of B [k, n] packed. The panel that begins with column j (a multiple of tiles.columns) lies at j * k; its
// rows are tiles.columns long.
int64_t PackedElementsF32(const TilesF32& tiles, int64_t k, int64_t n);
// Packs columns [begin, end) of B, whose element (i, j) is b[i * b_row + j * b_column]; `begin` is a multiple of
// tiles.columns. Columns beyond n become 0.
void PackF32(const TilesF32& tiles, const float* b, int64_t b_row, int64_t b_column, int64_t k, int64_t n,
             int64_t begin, int64_t end, float* packed);

// The same for rows [row, row + rows) of a B of k rows, which need not lie evenly in memory: b is row `row`.
void PackRowsF32(const TilesF32& tiles, const float* b, int64_t b_row, int64_t b_column, int64_t k, int64_t row,
                 int64_t rows, int64_t n, int64_t begin, int64_t end, float* packed);

struct GemmF32 {
  int64_t m = 0, n = 0, k = 0;
  const float* a = nullptr;
  int64_t a_row = 0, a_k = 1;  // one of them is 1
  const float* b = nullptr;    // packed, or rows of n elements when b_row > 0
  int64_t b_row = 0;
  float* c = nullptr;
  int64_t c_row = 0;
  const float* bias = nullptr;
  float lo = -std::numeric_limits<float>::infinity(), hi = std::numeric_limits<float>::infinity();
  bool accumulate = false;
};

// How C is cut: tasks are blocks of `rows` x `columns`.
struct GridF32 {
  int64_t rows = 0, columns = 0;
  int64_t tile_rows = 1;  // rows of a block go by so many
  int64_t row_blocks = 0, column_blocks = 0;
  int tasks() const { return static_cast<int>(row_blocks * column_blocks); }
};
GridF32 MakeGridF32(const TilesF32& tiles, int64_t m, int64_t n, int64_t k, int threads);
// Rows of C per tile, for `rows` of them and for rows of A that are a_row elements apart.
int64_t TileRowsF32(const TilesF32& tiles, int64_t rows, int64_t a_row);
// Columns of B that a task keeps in cache: a multiple of tiles.columns, about as many in each block.
int64_t CachedColumnsF32(const TilesF32& tiles, int64_t k, int64_t n);

// One task of the grid.
void RunTaskF32(const TilesF32& tiles, const GridF32& grid, const GemmF32& g, int task);
// All of it.
void RunGemmF32(const GemmF32& g, ThreadPool& pool);

}  // namespace slipway::interpreter::gemm
