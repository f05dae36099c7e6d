#include "interpreter/gemm/f32_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 8;

// Loops over a fixed number of columns, which compilers vectorise; Fixed = false: fewer columns.
template <int Rows, bool RowMajor, bool Fixed>
void Tile(const TileF32& t, int64_t panel) {
  const int columns = Fixed ? kColumns : static_cast<int>(t.columns - panel * kColumns);
  float* c = t.c + panel * kColumns;
  const float* bias = t.bias ? t.bias + panel * kColumns : nullptr;
  float sum[Rows][kColumns] = {};
  for (int r = 0; r < Rows; ++r)
    for (int j = 0; j < columns; ++j) sum[r][j] = t.accumulate ? c[r * t.c_row + j] : bias ? bias[j] : 0;
  for (int64_t s = 0; s < t.num_segments; ++s) {
    const float* a = t.segments[s].a;
    const float* b = t.segments[s].b + panel * t.b_panel;
    for (int64_t k = t.segments[s].k; k > 0; --k, a += RowMajor ? 1 : t.a_k, b += t.b_k)
      for (int r = 0; r < Rows; ++r) {
        float v = RowMajor ? a[r * t.a_row] : a[r];
        for (int j = 0; j < columns; ++j) sum[r][j] += v * b[j];
      }
  }
  for (int r = 0; r < Rows; ++r)
    for (int j = 0; j < columns; ++j) {
      float v = sum[r][j];
      v = v < t.lo ? t.lo : v;
      c[r * t.c_row + j] = v > t.hi ? t.hi : v;
    }
}

template <int Rows, bool RowMajor>
void AllTiles(const TileF32& t) {
  const int64_t panels = t.columns / kColumns;
  for (int64_t i = 0; i < panels; ++i) Tile<Rows, RowMajor, true>(t, i);
  if (panels * kColumns < t.columns) Tile<Rows, RowMajor, false>(t, panels);
}

}  // namespace

#define SLIPWAY_ROWS(major) \
  { nullptr, AllTiles<1, major>, AllTiles<2, major>, AllTiles<3, major>, AllTiles<4, major> }
const TilesF32 kTilesF32Portable = {4, kColumns, SLIPWAY_ROWS(true), SLIPWAY_ROWS(false)};
#undef SLIPWAY_ROWS

}  // namespace slipway::interpreter::gemm
